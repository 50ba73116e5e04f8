import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AddressBook, DomainEvent } from '#libs/contracts';
import { barIsComplete } from '../../../testing/complete-bar';
import { FakeServer, problem } from '../../../testing/fake-server';
import { fakeConnections } from '../../../testing/fake-socket';
import { renderApp } from '../../../testing/render';

const connections = fakeConnections();

const path = '/dashboard/customer/profile';
let server: FakeServer;

function addressAt(line1: string, n: number, isDefault: boolean): AddressBook['addresses'][0] {
  const _id = n.toString(16).padStart(24, 'd');
  const to = { recipient: 'Casey Rivers', phone: '518 555 0100', line1 };
  return { _id, ...to, city: 'Amherst', state: 'MA', postalCode: '01002', isDefault };
}

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('customer');
});

test('an address is added, becomes the default one, is changed and deleted', async () => {
  const user = userEvent.setup();
  server.members.addressBook.addresses.push(addressAt('1 Elm St', 1, true));
  server.members.addressBook.version = 1;
  renderApp(path, server);
  await screen.findByText('1 Elm St');

  await user.click(screen.getByRole('button', { name: 'Add an address' }));
  const dialog = await screen.findByRole('dialog', { name: 'A new address' });
  await user.click(within(dialog).getByRole('button', { name: 'Save address' }));
  expect(within(dialog).getByLabelText('City')).toHaveAccessibleDescription('Enter the city');
  await user.type(within(dialog).getByLabelText('Phone'), '518 555 0100');
  await user.type(within(dialog).getByLabelText('Street and number'), '7 Mill Lane');
  await user.type(within(dialog).getByLabelText('City'), 'Hudson');
  await user.selectOptions(within(dialog).getByLabelText('State'), 'New York');
  const zipCode = within(dialog).getByLabelText('ZIP code');
  await user.type(zipCode, '1253');
  await user.click(within(dialog).getByRole('button', { name: 'Save address' }));
  expect(zipCode).toHaveAccessibleDescription('Must be a ZIP code such as 12534 or 12534-1234');
  await user.clear(zipCode);
  await user.paste('\u202A\u200E12534 \u2013 1234\u202C');
  const phone = within(dialog).getByLabelText('Phone');
  await user.clear(phone);
  await user.paste('tel:+1\u00A0(518)\u00A0555\u20110100;ext=4');
  await user.click(within(dialog).getByRole('button', { name: 'Save address' }));
  await screen.findByText('7 Mill Lane');
  expect(screen.getByText('Hudson', { selector: 'bdi' }).parentElement).toHaveTextContent(
    'Hudson, NY 12534-1234',
  );
  expect(server.members.addressBook.addresses.at(-1)?.phone).toBe('+1 (518) 555-0100;ext=4');

  await user.click(screen.getByRole('button', { name: 'Make default: 7 Mill Lane' }));
  expect(await screen.findByRole('button', { name: 'Make default: 1 Elm St' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Delete: 1 Elm St' }));
  const question = await screen.findByRole('dialog', { name: 'Delete this address?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Edit: 1 Elm St' })).not.toBeInTheDocument(),
  );
});

test('a change in another tab is shown at once, and a change of an older version is refused', async () => {
  const user = userEvent.setup();
  const book = server.members.addressBook;
  book.addresses.push(addressAt('1 Elm St', 1, true), addressAt('2 Oak St', 2, false));
  book.version = 1;
  renderApp(path, server);
  await screen.findByText('2 Oak St');
  await barIsComplete(server);
  const calls = server.calls.length;
  const event = {
    id: 'e'.padStart(24, '0'),
    name: 'user.addresses-changed',
    occurredAt: new Date().toISOString(),
    aggregateId: 'addresses',
    version: 2,
    correlationId: 'test',
    actorId: null,
    payload: {
      userId: server.user?._id ?? '',
      book: { addresses: [addressAt('3 Ash St', 3, true)], version: 2 },
    },
  } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
  await screen.findByText('3 Ash St');
  expect(screen.queryByText('1 Elm St')).not.toBeInTheDocument();
  expect(server.calls.slice(calls)).toEqual([]);

  server.on('PATCH /api/v1/users/me/addresses/:id', () => problem('VERSION_CONFLICT', 409));
  await user.click(screen.getByRole('button', { name: 'Edit: 3 Ash St' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change this address' });
  await user.click(within(dialog).getByRole('button', { name: 'Save address' }));
  expect(await within(dialog).findByText(/Your addresses changed meanwhile/)).toBeVisible();
});

test('a full address book shows its limit', async () => {
  const book = server.members.addressBook;
  for (let n = 1; n <= 10; n += 1) book.addresses.push(addressAt(`${n} Elm St`, n, n === 1));
  book.version = 10;
  renderApp(path, server);
  await screen.findByText('10 Elm St');
  expect(screen.getByRole('button', { name: /Add an address/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByText('You have 10 addresses, which is the most.')).toBeVisible();
});
