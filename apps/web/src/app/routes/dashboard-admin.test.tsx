import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntryDto, ContactMessageDto, DomainEvent, OwnFarmDto } from '#libs/contracts';
import { makeSchedule, makeSlots } from '../../testing/fake-days';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { fakeId } from '../../testing/fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

let server: FakeServer;
let ids = 0;
const nextId = () => {
  ids += 1;
  return ids.toString(16).padStart(24, '5');
};

function emit(name: DomainEvent['name'], payload: object): void {
  const head = { id: nextId(), name, occurredAt: new Date().toISOString(), aggregateId: 'x' };
  const event = { ...head, version: 1, correlationId: 'test', actorId: null, payload };
  // serialised as by the server
  const wire = JSON.parse(JSON.stringify(event)) as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}

const pendingFarm = (name: string): OwnFarmDto => ({
  ...server.members.ownFarm,
  _id: nextId(),
  name,
  status: 'pending',
  appliedAt: new Date().toISOString(),
});

const messageOn = (subject: string): ContactMessageDto => ({
  _id: nextId(),
  reference: `FG-M-${ids}`,
  firstName: 'Ida',
  lastName: 'Ask',
  email: 'ida@example.org',
  subject,
  message: 'It looks at me.',
  status: 'open',
  createdAt: new Date().toISOString(),
  version: 1,
});

const auditEntry = (name: string): AuditEntryDto => ({
  _id: nextId(),
  actor: { _id: fakeId('user', 3), name, role: 'admin' },
  action: 'user.status-changed',
  target: { type: 'user', id: fakeId('user', 1), name: 'Sam Bold' },
  before: { status: 'active', role: 'customer' },
  after: { status: 'suspended', role: 'customer' },
  reason: 'Fraud',
  requestId: 'req-1',
  at: new Date().toISOString(),
});

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('admin');
});

const article = (name: string) => screen.findByRole('article', { name });

test('an application appears live; refusing it sends a required reason', async () => {
  const user = userEvent.setup();
  const first = pendingFarm('Windy Acre');
  server.members.applications.push(first);
  renderApp('/dashboard/admin/farms', server);
  await article('Windy Acre');
  const second = pendingFarm('Copper Hill');
  server.members.applications.unshift(second);
  emit('own-farm.changed', { farm: second });
  const card = await article('Copper Hill');
  expect(screen.getByText('2 farms')).toBeVisible();

  await user.click(within(card).getByRole('button', { name: 'Refuse: Copper Hill' }));
  const dialog = await screen.findByRole('dialog', { name: 'Refuse Copper Hill?' });
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(/Please give a reason/);
  await user.type(within(dialog).getByRole('textbox'), 'Where is it?');
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await screen.findByText('Copper Hill was refused');
  expect(second).toMatchObject({ status: 'refused', decisionReason: 'Where is it?' });
  // the refused application stays in the list, with its new status
  expect(within(await article('Copper Hill')).getByText('Refused')).toBeVisible();
  expect(screen.getByText('1 farm')).toBeVisible();
});

test('a decision that another admin was faster with shows both in the dialog, with what was typed', async () => {
  const user = userEvent.setup();
  const farm = pendingFarm('Windy Acre');
  server.members.applications.push(farm);
  renderApp('/dashboard/admin/farms', server);
  const card = await article('Windy Acre');
  await user.click(within(card).getByRole('button', { name: 'Approve: Windy Acre' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Fine carrots');
  Object.assign(farm, { status: 'refused', version: farm.version + 1 });
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(
    await within(dialog).findByText(/it is Refused now, and you chose Approved/),
  ).toBeVisible();
  expect(within(dialog).getByRole('textbox')).toHaveValue('Fine carrots');
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Windy Acre sells now')).toBeVisible();
  expect(farm).toMatchObject({ status: 'approved', decisionReason: 'Fine carrots' });
});

test('a message arrives live and is announced; an answered one shows its status', async () => {
  const user = userEvent.setup();
  server.members.messages.push(messageOn('A carrot with two legs'));
  renderApp('/dashboard/admin/messages', server);
  await article('A carrot with two legs');
  const message = messageOn('Do you sell quinces?');
  server.members.messages.unshift(message);
  emit('contact.received', { message });
  const card = await article('Do you sell quinces?');
  await waitFor(() =>
    expect(screen.getByText('New message: Do you sell quinces?.')).toBeInTheDocument(),
  );
  await user.click(within(card).getByRole('button', { name: /^Mark as answered/ }));
  await waitFor(() => expect(within(card).getByText('Answered')).toBeVisible());
  expect(screen.getByText('1 message')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Reply by e-mail' })).toHaveAttribute(
    'href',
    expect.stringContaining('mailto:ida@example.org?subject=Re%3A'),
  );
});

test('the audit log shows old and new values, adds new entries that match its filters, and filters', async () => {
  const user = userEvent.setup();
  server.members.audit.push(auditEntry('Ada Moss'));
  const { router } = renderApp('/dashboard/admin/audit?action=user.status-changed', server);
  const name = await screen.findByText('Ada Moss');
  const row = name.closest('tr') as HTMLElement;
  expect(within(row).getByText('Sam Bold')).toBeVisible();
  expect(within(row).getByText('Active')).toBeVisible();
  expect(within(row).getByText('Suspended')).toBeVisible();
  expect(within(row).queryByText('customer')).not.toBeInTheDocument();
  emit('audit.recorded', { entry: { ...auditEntry('Bo Reed'), action: 'farm.approved' } });
  emit('audit.recorded', { entry: auditEntry('Cy Lund') });
  await screen.findByText('Cy Lund');
  expect(screen.queryByText('Bo Reed')).not.toBeInTheDocument();
  expect(screen.getByText('2 entries')).toBeVisible();
  await user.click(name);
  await waitFor(() => expect(router.state.location.search).toContain(`actor=${fakeId('user', 3)}`));
  await user.click(await screen.findByText('Clear all filters'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test.each([
  ['farms', 'The farms could not be loaded', 'GET /api/v1/farm-applications'],
  ['messages', 'The messages could not be loaded', 'GET /api/v1/contact-messages'],
  ['calendar', 'The calendar could not be loaded', 'GET /api/v1/slots'],
  ['reported-messages', 'The reported messages could not be loaded', 'GET /api/v1/message-reports'],
  ['audit', 'The audit log could not be loaded', 'GET /api/v1/audit-log'],
] as const)('/dashboard/admin/%s shows what failed, with Retry', async (page, text, call) => {
  const user = userEvent.setup();
  let broken = true;
  const answer = server.fetch;
  server.on(call, () => problem('FORBIDDEN', 403));
  const sound = new FakeServer();
  renderApp(`/dashboard/admin/${page}`, server);
  globalThis.fetch = (input, init) => (broken ? answer(input, init) : sound.fetch(input, init));
  await screen.findByText(text);
  expect(screen.getByText('Request id: req-fake-1')).toBeVisible();
  broken = false;
  sound.user = server.user;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
});

test('the calendar has the dates of all farms by day, follows events, and shows one farm', async () => {
  const schedule = makeSchedule();
  const [first, second, ...rest] = makeSlots(schedule);
  if (!first || !second) throw new Error('no dates');
  const theirs = { ...first, _id: nextId(), farmId: fakeId('farm', 2), name: 'Milk round' };
  server.days.slots = [first, theirs, second, ...rest];
  const { router } = renderApp('/dashboard/admin/calendar', server);
  const days = await screen.findAllByRole('region', { name: /^Fri, / });
  expect(days.map((day) => within(day).getAllByRole('listitem').length).slice(0, 2)).toEqual([
    2, 1,
  ]);
  const day = within(days[0] as HTMLElement);
  expect(day.getAllByText('0 of 40 places taken')).toHaveLength(2);
  emit('own-slot.changed', { slot: { ...theirs, taken: 40, left: 0, version: 2 } });
  await day.findByText('40 of 40 places taken');
  expect(day.getByText('Full')).toBeVisible();
  expect(day.getByText('40 orders')).toBeVisible();
  emit('own-slot.changed', { slot: { ...first, state: 'withdrawn', version: 2 } });
  await waitFor(() => expect(day.getAllByRole('listitem')).toHaveLength(1));
  await act(() => router.navigate(`/dashboard/admin/calendar?farm=${theirs.farmId}`));
  await screen.findByText('1 date in the next four weeks');
});

test('the calendar says that there is no date, of one farm too', async () => {
  const { router } = renderApp('/dashboard/admin/calendar', server);
  await screen.findByText('No farm has a date in the next four weeks');
  await act(() => router.navigate(`/dashboard/admin/calendar?farm=${fakeId('farm', 2)}`));
  await screen.findByText('This farm has no date in the next four weeks');
  await userEvent.click(screen.getByRole('button', { name: 'Show all farms' }));
  await screen.findByText('No farm has a date in the next four weeks');
});
