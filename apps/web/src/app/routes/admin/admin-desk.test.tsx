import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type ContactMessageDto,
  type DomainEvent,
  farmsPageSchema,
  type UserDto,
  userDtoSchema,
  usersPageSchema,
} from '#libs/contracts';
import { barIsComplete } from '../../../testing/complete-bar';
import { FakeServer, ok } from '../../../testing/fake-server';
import { fakeConnections } from '../../../testing/fake-socket';
import { makeUser } from '../../../testing/fixtures';
import { address, makeOrder } from '../../../testing/order-fixtures';
import { renderApp } from '../../../testing/render';

const connections = fakeConnections();

const admin = '/dashboard/admin';
let server: FakeServer;
let person: UserDto;

const message = (n: number, version = 1): ContactMessageDto => ({
  _id: n.toString(16).padStart(24, 'c'),
  reference: `M-${n}`,
  firstName: 'Ida',
  lastName: 'Abel',
  email: 'ida@example.org',
  subject: 'Carrots',
  message: 'Are they sweet?',
  status: 'open',
  createdAt: '2026-11-20T08:00:00.000Z',
  version,
});

function emit(name: DomainEvent['name'], payload: object): void {
  const id = '9'.padStart(24, '9');
  const event = { id, name, aggregateId: 'x', version: 1, correlationId: 'test', actorId: null };
  const wire = { ...event, occurredAt: new Date().toISOString(), payload } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}

beforeEach(() => {
  localStorage.clear();
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('admin');
  person = makeUser('customer');
  server.on('GET /api/v1/users', ({ query }) => {
    const users = person.name.toLowerCase().includes(query.get('q') ?? '') ? [person] : [];
    return ok(usersPageSchema, { users, nextCursor: null, total: users.length });
  });
  server.on(`GET /api/v1/users/${person._id}`, () => ok(userDtoSchema, person));
});

test('the rail says what waits, live', async () => {
  server.members.messages.push(message(1));
  renderApp(`${admin}/users`, server);
  const rail = await screen.findByRole('navigation', { name: 'Admin panel' });
  expect(await within(rail).findByRole('link', { name: /^Messages.*: ?1$/ })).toBeVisible();
  await barIsComplete(server);
  const calls = server.calls.length;
  emit('contact.received', { message: message(2) });
  expect(await within(rail).findByRole('link', { name: /^Messages.*: ?2$/ })).toBeVisible();
  expect(server.calls.slice(calls)).toEqual([]);
});

test('Ctrl K opens the palette; a person is found by name, and has a page with orders and history', async () => {
  const user = userEvent.setup();
  const productId = server.products[0]?._id ?? '';
  const order = makeOrder(server, { items: [{ productId, quantity: 1 }], address });
  server.orders.push(order);
  const { router } = renderApp(`${admin}/jobs`, server);
  await screen.findByRole('heading', { level: 1, name: 'Jobs' });
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Go to…' });
  const box = within(dialog).getByRole('combobox');
  await user.type(box, person.firstName.toLowerCase());
  const option = await within(dialog).findByRole('option', { name: new RegExp(person.email) });
  expect(within(dialog).getByRole('group', { name: 'People' })).toContainElement(option);
  const choose = async () => {
    for (let n = 0; box.getAttribute('aria-activedescendant') !== option.id && n < 20; n++)
      await user.keyboard('{ArrowDown}');
  };
  await choose();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`${admin}/users/${person._id}`));
  expect(await screen.findByRole('heading', { level: 1, name: person.name })).toBeVisible();
  expect(await screen.findByRole('link', { name: order.code })).toBeVisible();
  expect(screen.getByText('Nothing so far.')).toBeVisible();
});

test('the palette asks the server for farms, however many there are', async () => {
  const user = userEvent.setup();
  const farm = server.farms[0];
  if (farm === undefined) throw new Error('there is no farm');
  const far = { ...farm, _id: 'f'.repeat(24), slug: 'zuidhoek', name: 'Zuidhoek' };
  server.on('GET /api/v1/farms', ({ query }) => {
    const farms = query.get('q') === 'zuid' ? [far] : [farm];
    return ok(farmsPageSchema, { farms, nextCursor: null, total: 101 });
  });
  renderApp(`${admin}/jobs`, server);
  await screen.findByRole('heading', { level: 1, name: 'Jobs' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /^Go to/ }), 'zuid');
  const farms = await screen.findByRole('group', { name: 'Farms' });
  expect(await within(farms).findByRole('option', { name: /^Zuidhoek/ })).toBeVisible();
});

test('a filter is saved under a name, opened again, and removed', async () => {
  const user = userEvent.setup();
  const { router } = renderApp(`${admin}/users?role=farmer&status=suspended`, server);
  await user.click(await screen.findByRole('button', { name: 'Saved filters' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this filter…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this filter' });
  await user.type(within(dialog).getByLabelText('Name'), 'Suspended farmers');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await act(() => router.navigate(`${admin}/users`));
  await user.click(await screen.findByRole('button', { name: 'Saved filters' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Suspended farmers' }));
  await waitFor(() => expect(router.state.location.search).toBe('?role=farmer&status=suspended'));
  await user.click(screen.getByRole('button', { name: 'Saved filters' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove “Suspended farmers”' }));
  await act(() => router.navigate(`${admin}/users`));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Saved filters' })).toBeNull());
});
