import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnSlotDto, SlotDto } from '#libs/contracts';
import { recordServerClock, resetServerClock } from '../../lib/api/server-clock';
import { makeCalendar, makeSchedule, makeSlots } from '../../testing/fake-days';
import { FakeServer } from '../../testing/fake-server';
import { fakeId } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
/** Monday, November 23, 2026, noon in New York. */
const NOON = Date.parse('2026-11-23T17:00:00.000Z');
const FRIDAY = '2026-11-27';
const tomatoes = `/products/${fakeId('product', 1)}`;

let server: FakeServer;
let slots: OwnSlotDto[];

afterEach(() => {
  jest.restoreAllMocks();
  resetServerClock();
});
beforeEach(() => {
  const now = Date.now;
  const ahead = NOON - now();
  jest.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + ahead);
  server = new FakeServer();
  slots = [];
});

const farmIdOf = (product: number) => {
  const farmId = server.products[product]?.farmId;
  if (farmId === undefined) throw new Error('no such product');
  return farmId;
};
/** The farm of the first product has pickups on Fridays with three places, and delivers on Saturdays to 125. */
function withDays(more: Partial<OwnSlotDto> = {}): OwnSlotDto {
  const farmId = farmIdOf(0);
  const pickup = makeSlots(makeSchedule({ farmId })).map((one) => ({ ...one, left: 3, ...more }));
  const delivery = makeSlots(
    makeSchedule({
      ...{ _id: fakeId('part', 950), farmId, method: 'delivery', place: null, weekdays: [6] },
      ...{ areas: ['125'], capacity: null },
    }),
  );
  slots = [...pickup, ...delivery];
  server.days.calendars = [makeCalendar(farmId, slots)];
  const [first] = pickup;
  if (first === undefined) throw new Error('there are Fridays in four weeks');
  return first;
}
const emitSlot = ({ capacity, taken, ...slot }: OwnSlotDto, change: Partial<SlotDto>) => {
  const version = slot.version + 1;
  connection.emit('slot.changed', version, { slot: { ...slot, ...change, version }, public: true });
};
const calendarCalls = () => server.calls.filter((call) => call === 'GET /api/v1/calendars').length;
async function cardOf(name: string): Promise<HTMLElement> {
  const card = (await screen.findByRole('link', { name })).closest('article');
  if (card === null) throw new Error('the product is not on a card');
  return card;
}
const tomatoCard = () => cardOf('Brandywine Tomatoes');
const section = () => screen.findByRole('region', { name: 'Pickup and delivery days' });

describe('the days of farms in the shop', () => {
  it('are on the cards, and change with an event, without a request', async () => {
    const friday = withDays();
    renderApp('/products', server);
    const card = await tomatoCard();
    await waitFor(() => expect(card).toHaveTextContent('Pickup Fri 4–7 PM ·, delivered Sat'));
    // the farm of this one tells the day
    expect(await cardOf('Oyster Mushrooms')).not.toHaveTextContent(/farm tells|Pickup|elivered/);
    const calls = calendarCalls();
    emitSlot(friday, { left: 0 });
    await waitFor(() => expect(card).toHaveTextContent('Pickup Fri, Dec 4, 4–7 PM'));
    expect(calendarCalls()).toBe(calls);
  });

  it('are on the page of a product with the places that are left', async () => {
    const friday = withDays();
    renderApp(tomatoes, server);
    const days = await section();
    await within(days).findByText('Pickup Fri 4–7 PM');
    expect(days).toHaveTextContent('The barn, 10 Mill Road');
    expect(days).toHaveTextContent(/Order by Wed 8 PM · 3 places left/i);
    emitSlot(friday, { left: 1 });
    await within(days).findByText('1 place left');
    emitSlot({ ...friday, version: 2 }, { left: 0 });
    await within(days).findByText('Pickup Fri, Dec 4, 4–7 PM');
    expect(days).toHaveTextContent('Fri 4–7 PM (full)');
    expect(calendarCalls()).toBe(1);
  });

  it('are on the page of a farm, which tells the day of what has no schedule', async () => {
    const farmId = farmIdOf(0);
    const farm = server.farms.find(({ _id }) => _id === farmId);
    if (farm === undefined) throw new Error('no farm');
    Object.assign(farm, { fulfilment: ['delivery', 'pickup'] });
    server.days.calendars = [makeCalendar(farmId, makeSlots(makeSchedule({ farmId })))];
    renderApp(`/farmers/${farm.slug}`, server);
    await screen.findByText('Pickup Fri 4–7 PM', { selector: '.font-semibold' });
    const told = screen.getByText('Delivery', { selector: '.font-semibold' }).closest('li');
    expect(told).toHaveTextContent('Delivery · The farm tells you when');
  });

  it('are told by the farm on the page of a product, if it has no schedule', async () => {
    renderApp(tomatoes, server);
    await within(await section()).findByText('The farm tells you when.');
  });

  it('close at the server’s clock, whatever the device’s clock says', async () => {
    const friday = withDays();
    const cutOff = Date.parse(friday.cutOffAt);
    renderApp(tomatoes, server);
    const days = await section();
    await within(days).findByText(/order by wed 8 pm/i);
    // the device stays on Monday
    const serverSays = (ms: number) => act(() => recordServerClock(ms, 0, performance.now()));
    serverSays(cutOff - 12 * 60_000);
    await within(days).findByText('closes in 12 min');
    serverSays(cutOff);
    await within(days).findByText('Pickup Fri, Dec 4, 4–7 PM');
    expect(days).not.toHaveTextContent('closes in');
    expect(calendarCalls()).toBe(1);
  });

  it('close by themselves when the moment has come', async () => {
    const friday = withDays();
    const [first, ...rest] = slots;
    // soon, but not before the page is shown: the clock stands until then
    const cutOffAt = new Date(NOON + 3_000).toISOString();
    server.days.calendars = [
      makeCalendar(friday.farmId, [{ ...(first ?? friday), cutOffAt }, ...rest]),
    ];
    const clock = jest.spyOn(Date, 'now').mockReturnValue(NOON);
    renderApp(tomatoes, server);
    const days = await section();
    await within(days).findByText('closes in 1 min');
    clock.mockReturnValue(NOON + 3_000);
    await within(days).findByText('Pickup Fri, Dec 4, 4–7 PM', {}, { timeout: 60_000 });
  });
});

describe('the filter by day', () => {
  it('is in the URL with its counts, and a card whose day fills up says so and stays', async () => {
    const friday = withDays();
    const { router } = renderApp('/products', server);
    await tomatoCard();
    const ofFarm = server.products.filter(({ farmId }) => farmId === friday.farmId).length;
    await userEvent.click(
      await screen.findByRole('radio', { name: new RegExp(`^Friday\\W+${ofFarm}$`) }),
    );
    expect(router.state.location.search).toBe(`?day=${FRIDAY}`);
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Oyster Mushrooms' })).toBeNull(),
    );
    expect(screen.getByRole('link', { name: 'Remove the filter Friday' })).toBeInTheDocument();
    const card = await tomatoCard();
    await waitFor(() => expect(card).toHaveTextContent('Pickup Fri 4–7 PM'));
    const lists = server.calls.length;
    emitSlot(friday, { left: 0 });
    await waitFor(() => expect(card).toHaveTextContent(/Friday is full.*Next: Sat/));
    expect(card).toBeInTheDocument();
    expect(server.calls).toHaveLength(lists);
    await userEvent.click(screen.getByRole('radio', { name: 'Any day' }));
    expect(router.state.location.search).toBe('');
  });

  it.each(['tomorrow', '2026-02-30', '2026-11-27x', '1999-01-01', '0'])(
    'is ignored where the URL has %s',
    async (day) => {
      withDays();
      renderApp(`/products?day=${day}`, server);
      await screen.findByRole('link', { name: 'Oyster Mushrooms' });
      expect(screen.getByRole('radio', { name: 'Any day' })).toBeChecked();
    },
  );

  it('of a day in the past shows nothing, and how to go on', async () => {
    withDays();
    renderApp('/products?day=2026-11-20', server);
    await screen.findByText('No products found');
    expect(screen.getByRole('radio', { name: 'Fri, Nov 20' })).toBeChecked();
    await userEvent.click(screen.getByRole('link', { name: 'Remove the filter Fri, Nov 20' }));
    await screen.findByRole('link', { name: 'Oyster Mushrooms' });
  });

  it('leaves out the deliveries that do not reach the ZIP code of this device', async () => {
    withDays();
    localStorage.setItem('postalCode', '10001');
    renderApp('/products', server);
    await tomatoCard();
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^Saturday/ })).toBeNull());
    expect(screen.getByRole('radio', { name: /^Friday/ })).toBeInTheDocument();
  });
});

describe('the ZIP code', () => {
  const open = async () => {
    await userEvent.click(
      (await screen.findAllByRole('button', { name: 'Your ZIP code?' }))[0] as HTMLElement,
    );
    return screen.findByRole('dialog', { name: 'Where do you live?' });
  };

  it('is kept on this device, says what is wrong with it, and can be removed', async () => {
    withDays();
    renderApp('/products', server);
    const card = await tomatoCard();
    await waitFor(() => expect(card).toHaveTextContent('delivered Sat'));
    const dialog = await open();
    const field = within(dialog).getByLabelText('ZIP code');
    for (const wrong of ['', '123', '1234x', '123456']) {
      await userEvent.clear(field);
      await userEvent.type(field, `${wrong}{Enter}`);
      await waitFor(() => expect(field).toHaveAccessibleDescription(/five digits, such as 12534/));
    }
    await userEvent.clear(field);
    await userEvent.type(field, ' 10001-1234 {Enter}');
    await waitFor(() => expect(card).toHaveTextContent('no delivery to 10001'));
    expect(localStorage.getItem('postalCode')).toBe('10001');
    const [button] = screen.getAllByRole('button', { name: 'Deliver to 10001' });
    await userEvent.click(button as HTMLElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(card).toHaveTextContent('delivered Sat'));
    expect(localStorage.getItem('postalCode')).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Your ZIP code?' })).not.toHaveLength(0);
  });

  it('is that of a customer’s default address, until this device has another', async () => {
    server.signInAs('customer');
    server.members.addressBook.addresses.push({
      _id: fakeId('part', 1),
      ...{ isDefault: true, recipient: 'Ann Miller', phone: '+15185550100', line1: '12 Mill Lane' },
      ...{ city: 'Hudson', state: 'NY', postalCode: '12534-1234' },
    });
    renderApp('/products', server);
    await screen.findAllByRole('button', { name: 'Deliver to 12534' });
    act(() => {
      localStorage.setItem('postalCode', '10001');
      window.dispatchEvent(new StorageEvent('storage', { key: 'postalCode' }));
    });
    await screen.findAllByRole('button', { name: 'Deliver to 10001' });
  });

  it('is asked from no farmer, and its address book is not read for visitors', async () => {
    renderApp('/products', server);
    await tomatoCard();
    expect(server.calls).not.toContain('GET /api/v1/users/me/addresses');
  });
});
