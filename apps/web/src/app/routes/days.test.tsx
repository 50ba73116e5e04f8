import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type DomainEvent, type OwnSlotDto, scheduleDtoSchema } from '#libs/contracts';
import { makeSchedule, makeSlots } from '../../testing/fake-days';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { fakeId } from '../../testing/fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();
const DAYS = '/dashboard/farmer/days';
/** A Monday. */
const today = '2026-11-23';
const NOON = Date.parse(`${today}T17:00:00Z`);

let server: FakeServer;
let sent: { route: string; body: unknown }[];
let events = 0;

afterEach(() => void jest.restoreAllMocks());
beforeEach(() => {
  const now = Date.now;
  const ahead = NOON - now();
  jest.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + ahead);
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('farmer', { farmId: fakeId('farm', 1) });
  sent = [];
  const { handle } = server;
  server.handle = (call) => {
    if (call.method !== 'GET') sent.push({ route: `${call.method} ${call.path}`, body: call.body });
    return handle.call(server, call);
  };
});

function emit(name: DomainEvent['name'], payload: object, version: number): void {
  events += 1;
  const head = { id: events.toString(16).padStart(24, '7'), name, aggregateId: 'x', version };
  const event = { ...head, occurredAt: new Date().toISOString(), correlationId: 'test' };
  const wire = JSON.parse(JSON.stringify({ ...event, actorId: null, payload })) as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}

/** The Friday schedule with its slots, of which the last has orders. */
function withFridays(): OwnSlotDto {
  const schedule = makeSchedule();
  server.days.schedules = [schedule];
  server.days.slots = makeSlots(schedule);
  const slot = server.days.slots.at(-1);
  if (slot === undefined) throw new Error('there are Fridays in four weeks');
  slot.taken = 12;
  return slot;
}

const preview = () => screen.getByRole('region', { name: 'The next four weeks' });
const setTime = async (label: string, time: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (time !== '') await userEvent.type(field, time);
};

test('a farmer without days reads what the shop says, and adds Fridays; the preview follows', async () => {
  renderApp(DAYS, server);
  await screen.findByText(/^You have no days yet: the shop says that you tell customers when/);
  await userEvent.click(screen.getByRole('link', { name: 'Add days' }));
  await screen.findByRole('heading', { name: 'New days' });
  expect(within(preview()).getByRole('status').textContent).toMatch(/appear here when/);
  await userEvent.click(screen.getByLabelText('Friday'));
  expect(within(preview()).getByRole('status').textContent).toBe('4 dates');
  const [, second] = within(preview()).getAllByRole('listitem');
  expect(second?.textContent).toMatch(/^Fri, .* 4–7 PMorder until Wed.* 8 PM$/);
  await setTime('From', '17:30');
  expect(within(preview()).getAllByText('5:30–7 PM')).toHaveLength(4);
  await userEvent.selectOptions(screen.getByLabelText('How often'), 'Every second week');
  expect(within(preview()).getByRole('status').textContent).toBe('2 dates');
  await userEvent.selectOptions(screen.getByLabelText('Last order'), 'Thu, 1 day before');
  await userEvent.type(screen.getByLabelText(/^Orders per day/), '40');
  await userEvent.type(screen.getByLabelText('Name'), 'Friday at the barn');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText(
      'Every second Friday, 5:30–7 PM, pickup at Barn door, 10 Mill Road, Amherst, order until Thursday 8 PM, 40 orders',
    ),
  ).toBeTruthy();
  expect(sent).toEqual([
    {
      route: 'POST /api/v1/schedules',
      body: {
        name: 'Friday at the barn',
        method: 'pickup',
        place: 'Barn door, 10 Mill Road, Amherst',
        weekdays: [5],
        everyWeeks: 2,
        window: { from: '17:30', to: '19:00' },
        cutOff: { daysBefore: 1, time: '20:00' },
        capacity: 40,
        areas: [],
        from: today,
        until: null,
        exceptions: [],
      },
    },
  ]);
});

test('errors are at their fields, in the words of the contract', async () => {
  renderApp(`${DAYS}?edit=new`, server);
  await screen.findByRole('heading', { name: 'New days' });
  await userEvent.click(screen.getByLabelText('We deliver'));
  await userEvent.type(screen.getByLabelText(/^Where you deliver/), '125, 12A');
  await setTime('To', '15:00');
  await userEvent.type(screen.getByLabelText(/^Orders per day/), '0');
  await userEvent.click(screen.getByRole('button', { name: 'Add a date' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('6 fields need your attention');
  const descriptionOf = (label: RegExp | string) =>
    (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
  expect(descriptionOf('To')).toBe('Must be after the start, on the same day');
  expect(descriptionOf(/^Where you deliver/)).toMatch(
    /12A must be the first 1 to 5 digits of a ZIP code$/,
  );
  expect(descriptionOf(/^Orders per day/)).toMatch(/Must be at least 1$/);
  expect(descriptionOf('Name')).toMatch(/Must not be empty$/);
  expect(descriptionOf('Date')).toBe('Must be a date');
  expect(screen.getByText('Choose at least one day')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a schedule with the same times on the same day is only warned about', async () => {
  withFridays();
  renderApp(`${DAYS}?edit=new`, server);
  await screen.findByRole('heading', { name: 'New days' });
  await userEvent.click(screen.getByLabelText('Thursday'));
  expect(screen.queryByText(/has the same times/)).toBeNull();
  await userEvent.click(screen.getByLabelText('Friday'));
  await screen.findByText(/^“.?Friday at the barn.?” has the same times on the same day/);
  await userEvent.type(screen.getByLabelText('Name'), 'More');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { name: 'More' });
});

test('an edit of days with orders asks what becomes of them, and sends the answer', async () => {
  const slot = withFridays();
  const details = {
    slots: [{ slotId: slot._id, date: slot.date, startAt: slot.startAt, taken: 12 }],
  };
  server.on('PUT /api/v1/schedules/:id', ({ body }) => {
    const { fate } = body as { fate?: unknown };
    if (fate === undefined) return problem('SLOT_HAS_ORDERS', 409, { details });
    const after = makeSchedule({ capacity: 10, version: 2 });
    return ok(scheduleDtoSchema, after);
  });
  renderApp(`${DAYS}?edit=${makeSchedule()._id}`, server);
  const capacity = await screen.findByLabelText(/^Orders per day/);
  await userEvent.clear(capacity);
  await userEvent.type(capacity, '10');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('12 orders')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Go on' }));
  expect(dialog.getAllByText(/Choose what becomes of the orders/).length).toBeGreaterThan(0);
  await userEvent.click(dialog.getByLabelText('Cancel them'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'The barn burnt');
  await userEvent.click(dialog.getByRole('button', { name: 'Go on' }));
  await screen.findByText(/10 orders$/);
  const bodies = sent.map(({ body }) => body as { fate?: unknown; capacity: number });
  expect(bodies.map(({ fate }) => fate)).toEqual([
    undefined,
    { orders: 'cancel', reason: 'The barn burnt' },
  ]);
  expect(bodies.map((body) => body.capacity)).toEqual([10, 10]);
});

test('whoever decides nothing has changed nothing', async () => {
  withFridays();
  renderApp(DAYS, server);
  const closing = await screen.findAllByRole('button', { name: /^Close: Fri/ });
  await userEvent.click(closing.at(-1) as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Change nothing' }));
  expect(sent).toHaveLength(1);
  expect(screen.queryByText(/is closed$/)).toBeNull();
});

test('a date with orders is closed and opened again', async () => {
  withFridays();
  renderApp(DAYS, server);
  const closing = await screen.findAllByRole('button', { name: /^Close: Fri/ });
  await userEvent.click(closing.at(-1) as HTMLElement);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByLabelText('Keep them as agreed'));
  await userEvent.click(dialog.getByRole('button', { name: 'Go on' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Open again: Fri/ }));
  expect(await screen.findAllByRole('button', { name: /^Close: Fri/ })).toHaveLength(
    closing.length,
  );
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 1 },
    { version: 1, fate: { orders: 'keep' } },
    { version: 2 },
  ]);
});

test('places taken, dates and schedules change live', async () => {
  const slot = withFridays();
  renderApp(DAYS, server);
  await screen.findByText('12 of 40 places taken');
  const calls = server.calls.length;
  emit('own-slot.changed', { slot: { ...slot, taken: 40, left: 0, version: 2 } }, 2);
  await screen.findByText('40 of 40 places taken');
  await screen.findByText('Full');
  const count = screen.getAllByRole('button', { name: /^Close: / }).length;
  emit('own-slot.changed', { slot: { ...slot, state: 'withdrawn', version: 3 } }, 3);
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Close: / })).toHaveLength(count - 1),
  );
  const saturday = makeSchedule({ _id: fakeId('part', 950), name: 'Saturday round', version: 1 });
  emit('schedule.changed', { schedule: saturday, removed: false }, 1);
  await screen.findByRole('heading', { name: 'Saturday round' });
  emit('schedule.changed', { schedule: { ...saturday, version: 2 }, removed: true }, 2);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Saturday round' })).toBeNull());
  expect(server.calls).toHaveLength(calls);
});

test('a change from elsewhere shows both, and nothing is overwritten unasked', async () => {
  withFridays();
  renderApp(`${DAYS}?edit=${makeSchedule()._id}`, server);
  await userEvent.type(await screen.findByLabelText('Name'), ' door');
  const theirs = makeSchedule({ capacity: 7, version: 2 });
  server.days.schedules = [theirs];
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('These days were changed elsewhere while you were writing.');
  expect(screen.getByText(/, 7 orders$/)).toBeTruthy();
  expect(screen.getByText(/, 40 orders$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Go on with mine' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { name: 'Friday at the barn door' });
  expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]);
});

test('a schedule is removed after a question', async () => {
  withFridays();
  renderApp(DAYS, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Friday at the barn' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await screen.findByText(/^You have no days yet/);
  expect(sent).toEqual([
    { route: `POST /api/v1/schedules/${makeSchedule()._id}/remove`, body: { version: 1 } },
  ]);
});

test('what is typed stays when the schedule is removed elsewhere, and saving adds it again', async () => {
  withFridays();
  const schedule = makeSchedule();
  renderApp(`${DAYS}?edit=${schedule._id}`, server);
  await userEvent.type(await screen.findByLabelText('Name'), ' door');
  emit('schedule.changed', { schedule: { ...schedule, version: 2 }, removed: true }, 2);
  await screen.findByText(/These days were removed elsewhere/);
  expect(screen.getByLabelText('Name')).toHaveValue(`${schedule.name} door`);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your days are saved');
  expect(server.days.schedules.map(({ name }) => name)).toContain(`${schedule.name} door`);
});
