import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DomainEvent, type UserDto, userDtoSchema, usersPageSchema } from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { makeUser } from '../../testing/fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

let server: FakeServer;
let users: UserDto[];
let sent: unknown[];

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  const admin = server.signInAs('admin');
  users = [makeUser('farmer'), makeUser('customer'), admin];
  sent = [];
  server.on('GET /api/v1/users', () =>
    ok(usersPageSchema, { users, nextCursor: null, total: users.length }),
  );
  server.on('PATCH /api/v1/users/:id/status', ({ params, body }) => {
    sent.push(body);
    const user = users.find((one) => one._id === params.id) ?? makeUser('customer');
    return ok(userDtoSchema, { ...user, ...(body as object), version: user.version + 1 });
  });
});

async function statusOf(name: string): Promise<HTMLElement> {
  return screen.findByRole('combobox', { name: `Status of ${name}` });
}

const suspensionOf = (user: UserDto) =>
  ({
    id: '1'.padStart(24, '0'),
    name: 'user.status-changed',
    occurredAt: '2026-11-20T10:00:00.000Z',
    aggregateId: user._id,
    version: 2,
    correlationId: 'test',
    actorId: null,
    payload: { user: { ...user, status: 'suspended', version: 2 }, from: 'active', reason: 'x' },
  }) as DomainEvent;

async function giveReason(user: ReturnType<typeof userEvent.setup>, confirm: string) {
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Fraud');
  await user.click(within(dialog).getByRole('button', { name: confirm }));
}

test('a status is set in place, with the specified texts and without a refetch', async () => {
  const user = userEvent.setup();
  renderApp('/dashboard/admin/users', server);
  const select = await statusOf('Casey Rivers');
  await barIsComplete(server);
  const calls = server.calls.length;
  await user.selectOptions(select, 'inactive');
  await giveReason(user, 'Set to inactive');
  expect(await screen.findByText('User status updated successfully')).toBeVisible();
  expect(screen.getByText('Success')).toBeVisible();
  expect(select).toHaveValue('inactive');
  expect(server.calls.slice(calls)).toEqual([expect.stringContaining('PATCH /api/v1/users/')]);
});

test('suspending asks for a reason; cancelling keeps the status', async () => {
  const user = userEvent.setup();
  renderApp('/dashboard/admin/users', server);
  const select = await statusOf('Casey Rivers');
  await user.selectOptions(select, 'suspended');
  await user.click(await screen.findByRole('button', { name: 'Leave as it is' }));
  expect(sent).toEqual([]);
  expect(select).toHaveValue('active');
  await user.selectOptions(select, 'suspended');
  await giveReason(user, 'Suspend');
  await waitFor(() => expect(sent).toEqual([{ status: 'suspended', reason: 'Fraud', version: 1 }]));
  await waitFor(() => expect(select).toHaveValue('suspended'));
});

test('where the server wants a recent proof, the password is asked for and the change goes on', async () => {
  const user = userEvent.setup();
  let isRecent = false;
  const passwords: unknown[] = [];
  const change = ({ body }: { body: unknown }) => {
    if (!isRecent) return problem('SESSION_NOT_RECENT', 403);
    sent.push(body);
    return ok(userDtoSchema, { ...(users[1] as UserDto), status: 'suspended', version: 2 });
  };
  server.on('PATCH /api/v1/users/:id/status', change);
  server.on('POST /api/auth/sessions/confirm', ({ body }) => {
    passwords.push(body);
    isRecent = true;
    return { status: 200, body: {} };
  });
  renderApp('/dashboard/admin/users', server);
  const select = await statusOf('Casey Rivers');
  await user.selectOptions(select, 'suspended');
  await giveReason(user, 'Suspend');
  const dialog = await screen.findByRole('dialog', { name: 'Is it still you?' });
  await user.type(within(dialog).getByLabelText('Your password'), 'what the admin knows');
  await user.click(within(dialog).getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText('User status updated successfully')).toBeVisible();
  expect(passwords).toEqual([{ password: 'what the admin knows' }]);
  expect(sent).toEqual([{ status: 'suspended', reason: 'Fraud', version: 1 }]);

  // Closing the dialog keeps the status.
  isRecent = false;
  await user.selectOptions(select, 'active');
  await giveReason(user, 'Set to active');
  const again = await screen.findByRole('dialog', { name: 'Is it still you?' });
  await user.click(within(again).getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Failed to update user status')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a change by another admin is shown in the open dialog, which keeps the reason', async () => {
  const user = userEvent.setup();
  renderApp('/dashboard/admin/users', server);
  await user.selectOptions(await statusOf('Casey Rivers'), 'inactive');
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Asked for it');
  const casey = users[1] as UserDto;
  act(() => connections.at(-1)?.onEvent(suspensionOf(casey)));
  expect(
    await within(dialog).findByText(/it is Suspended now, and you chose Inactive/),
  ).toBeVisible();
  expect(within(dialog).getByRole('textbox')).toHaveValue('Asked for it');
  await user.click(within(dialog).getByRole('button', { name: 'Set to inactive' }));
  await waitFor(() =>
    expect(sent).toEqual([{ status: 'inactive', reason: 'Asked for it', version: 2 }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refused change shows both values in the dialog, which keeps the reason', async () => {
  const user = userEvent.setup();
  server.on('PATCH /api/v1/users/:id/status', ({ body }) => {
    sent.push(body);
    const both = { current: { status: 'suspended' }, wanted: { status: 'inactive' } };
    return sent.length === 1
      ? problem('VERSION_CONFLICT', 409, { details: { version: 7, ...both } })
      : ok(userDtoSchema, { ...(users[1] as UserDto), status: 'inactive', version: 8 });
  });
  renderApp('/dashboard/admin/users', server);
  const select = await statusOf('Casey Rivers');
  await user.selectOptions(select, 'inactive');
  await giveReason(user, 'Set to inactive');
  const dialog = await screen.findByRole('dialog');
  expect(
    await within(dialog).findByText(/it is Suspended now, and you chose Inactive/),
  ).toBeVisible();
  expect(within(dialog).getByRole('textbox')).toHaveValue('Fraud');
  await user.click(within(dialog).getByRole('button', { name: 'Set to inactive' }));
  expect(await screen.findByText('User status updated successfully')).toBeVisible();
  expect(sent).toMatchObject([{ version: 1 }, { version: 7, reason: 'Fraud' }]);
  await waitFor(() => expect(select).toHaveValue('inactive'));
});

test('an error keeps the status and is shown', async () => {
  const user = userEvent.setup();
  server.on('PATCH /api/v1/users/:id/status', () => problem('USER_LAST_ADMIN', 409));
  renderApp('/dashboard/admin/users', server);
  const select = await statusOf('Casey Rivers');
  await user.selectOptions(select, 'inactive');
  await giveReason(user, 'Set to inactive');
  expect(await screen.findByText('Failed to update user status')).toBeVisible();
  expect(select).toHaveValue('active');
  expect(await statusOf('Ada Moss')).toBeDisabled();
});

test('a change by another admin updates the row in place, also if the filter no longer matches', async () => {
  renderApp('/dashboard/admin/users?status=active', server);
  const select = await statusOf('Casey Rivers');
  const casey = users[1] as UserDto;
  act(() => connections.at(-1)?.onEvent(suspensionOf(casey)));
  await waitFor(() => expect(select).toHaveValue('suspended'));
  expect(screen.getByText('2 users')).toBeVisible();
});

test('a user who deletes their account leaves the list', async () => {
  renderApp('/dashboard/admin/users', server);
  await statusOf('Casey Rivers');
  const { _id: userId } = users[1] as UserDto;
  const event = {
    ...suspensionOf(users[1] as UserDto),
    name: 'user.deleted',
    payload: { userId, role: 'customer', status: 'active' },
  } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
  await waitFor(() => expect(screen.queryByText('Casey Rivers')).toBeNull());
  expect(screen.getByText('2 users')).toBeVisible();
});

test('a new user stays pending while the list has the focus', async () => {
  const user = userEvent.setup();
  renderApp('/dashboard/admin/users', server);
  const select = await statusOf('Casey Rivers');
  act(() => select.focus());
  const newcomer = { ...makeUser('customer'), _id: 'f'.repeat(24), name: 'Nell New' };
  const event = {
    id: '2'.padStart(24, '0'),
    name: 'user.registered',
    aggregateId: newcomer._id,
    occurredAt: '2026-11-20T10:00:00.000Z',
    version: 1,
    correlationId: 'test',
    actorId: null,
    payload: { user: newcomer },
  } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
  const show = await screen.findByRole('button', { name: '1 new – show' });
  expect(screen.queryByText('Nell New')).toBeNull();
  await user.click(show);
  expect(await statusOf('Nell New')).toBeVisible();
});

test('a list that fails to load shows the error and Retry', async () => {
  const user = userEvent.setup();
  let broken = true;
  server.on('GET /api/v1/users', () =>
    broken
      ? problem('FORBIDDEN', 403)
      : ok(usersPageSchema, { users, nextCursor: null, total: users.length }),
  );
  renderApp('/dashboard/admin/users', server);
  expect((await screen.findAllByText('Failed to fetch users')).length).toBeGreaterThan(0);
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await statusOf('Casey Rivers')).toBeVisible();
});

test('users are searched by name, and the search is a search parameter', async () => {
  const user = userEvent.setup();
  const searches: (string | null)[] = [];
  server.on('GET /api/v1/users', ({ query }) => {
    searches.push(query.get('q'));
    const found = users.filter(({ name }) => name.includes(query.get('q') ?? ''));
    return ok(usersPageSchema, { users: found, nextCursor: null, total: found.length });
  });
  const { router } = renderApp('/dashboard/admin/users', server);
  await statusOf('Casey Rivers');
  const box = screen.getByRole('searchbox', { name: 'Name or e-mail address' });
  await user.type(box, 'Casey');
  expect(await screen.findByText('1 user')).toBeVisible();
  expect(searches).toEqual([null, 'Casey']);
  expect(router.state.location.search).toBe('?q=Casey');
  expect(box).toHaveFocus();
});
