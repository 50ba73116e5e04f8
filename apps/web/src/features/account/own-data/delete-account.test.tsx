import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeletionCheck, Role } from '#libs/contracts';
import { FakeServer, problem } from '../../../testing/fake-server';
import { renderApp } from '../../../testing/render';

const DELETE = 'POST /api/v1/users/me/deletion';
let server: FakeServer;
let blockers: DeletionCheck['blockers'];
beforeEach(() => {
  server = new FakeServer();
  blockers = [];
  server.on('GET /api/v1/users/me/deletion', () => ({ status: 200, body: { blockers } }));
  server.on(DELETE, () => ({ status: 204, body: undefined }));
});

async function open(role: Role = 'customer') {
  const user = server.signInAs(role);
  renderApp(`/dashboard/${role}/profile`, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account' });
  return { dialog: within(dialog), email: user.email };
}
const confirm = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Delete it for good' }));
const type = async (dialog: ReturnType<typeof within>, text: string) =>
  userEvent.type(await dialog.findByLabelText('Type your e-mail address to confirm'), text);

test('a person reads what goes and stays, types their address, and is signed out', async () => {
  const { dialog, email } = await open();
  expect(await dialog.findByText(/What goes at once/)).toBeVisible();
  expect(dialog.getByText(/for 7 years/)).toBeVisible();
  expect(dialog.getByText(/Store credit that you have not used is lost/)).toBeVisible();
  await type(dialog, email);
  await confirm(dialog);
  expect(await screen.findByText('Your account is deleted')).toBeVisible();
  expect(server.calls.filter((call) => call === DELETE)).toHaveLength(1);
});

test('another address deletes nothing', async () => {
  const { dialog } = await open();
  await type(dialog, 'somebody@else.example');
  await confirm(dialog);
  expect(
    (await dialog.findAllByText('Type the e-mail address of this account')).length,
  ).toBeGreaterThan(0);
  expect(server.calls).not.toContain(DELETE);
});

test('what stands in the way is listed, with where to end it', async () => {
  blockers = [
    { kind: 'farmOrders', count: 3 },
    { kind: 'balance', count: 1 },
  ];
  const { dialog } = await open('farmer');
  expect(await dialog.findByText(/Your farm still has to hand over 3 orders/)).toBeVisible();
  const links = dialog.getAllByRole('link', { name: 'See it' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/farmer/orders?day=all',
    '/dashboard/farmer/money',
  ]);
  expect(dialog.queryByLabelText('Type your e-mail address to confirm')).toBeNull();
});

test('an order that was placed meanwhile stands in the way', async () => {
  const { dialog, email } = await open();
  await type(dialog, email);
  blockers = [{ kind: 'orders', count: 1 }];
  server.on(DELETE, () => problem('ACCOUNT_NOT_DELETABLE', 409, { details: { blockers } }));
  await confirm(dialog);
  expect(await dialog.findByText(/An order of yours is not handed over yet/)).toBeVisible();
});
