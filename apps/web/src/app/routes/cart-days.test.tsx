import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dateName, type FarmDto, type OwnSlotDto, slotText } from '#libs/contracts';
import { makeCalendar, makeSlotsAhead } from '../../testing/fake-days';
import { FakeServer } from '../../testing/fake-server';
import { fakeId, makeCart, makeCartItem } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
const ZONE = 'America/New_York';
let server: FakeServer;
let farms: [FarmDto, FarmDto, FarmDto, FarmDto];

const dayOf = (slot: OwnSlotDto) => dateName(slot.startAt, Date.now(), ZONE);
const inFull = (slot: OwnSlotDto) => slotText(slot, Date.now(), ZONE);

/** The farm's days, so many days ahead. */
function give(at: number, ahead: readonly number[], more: Partial<OwnSlotDto> = {}): OwnSlotDto[] {
  const farm = farms[at];
  if (farm === undefined) throw new Error('there are four farms');
  const schedule = {
    _id: fakeId('part', 100 + at),
    farmId: farm._id,
    method: 'delivery' as const,
    place: null,
  };
  const slots = makeSlotsAhead(schedule, ahead).map((slot) => ({ ...slot, ...more }));
  const { days } = server;
  days.calendars = [
    ...days.calendars.filter(({ farmId }) => farmId !== farm._id),
    makeCalendar(farm._id, slots),
  ];
  return slots;
}

/** One product of each of the first farms. */
function fill(count: number): void {
  const products = farms.slice(0, count).map((farm) => {
    const product = server.products.find(
      ({ farmId, stock }) => farmId === farm._id && stock !== 'sold_out',
    );
    if (product === undefined) throw new Error('a farm sells nothing');
    return product;
  });
  server.cart = makeCart(
    products.map((product) => makeCartItem(product, product.minimum)),
    3,
  );
}

const headings = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
/** The farms below the headings, in their order. */
const regions = () =>
  screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const group = async (at: number) =>
  within(await screen.findByRole('region', { name: farms[at]?.name ?? '' }));

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const [a, b, c, d] = server.farms;
  if (!a || !b || !c || !d) throw new Error('the fixtures are short');
  farms = [a, b, c, d];
  for (const farm of farms) farm.fulfilment = ['delivery', 'pickup'];
});

describe('the cart by day', () => {
  it('proposes the fewest days, soonest first, and farms without schedules at the end', async () => {
    fill(4);
    give(0, [2, 5]);
    const [day] = give(1, [5]);
    const [own] = give(3, [7]);
    if (!day || !own) throw new Error('no slots');
    renderApp('/cart', server);
    await waitFor(() =>
      expect(headings().slice(0, 3)).toEqual([
        `${dayOf(day)} · 2 farms, one delivery day`,
        `${dayOf(own)} · 1 farm`,
        'The farm tells you when',
      ]),
    );
    expect(regions()).toEqual([0, 1, 3, 2].map((at) => farms[at]?.name));
    expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
    expect((await group(0)).getByText('Proposed')).toBeVisible();
  });

  it.each([
    [3, /^All three farms on .*: one delivery day$/],
    // the fourth farm tells the day
    [4, /^3 farms on .*: one delivery day$/],
  ])(
    'offers fewer days with one tap among %i farms, and keeps every choice',
    async (count, offer) => {
      fill(count);
      const [early, late] = give(0, [2, 5]);
      give(1, [5]);
      give(2, [5]);
      if (!early || !late) throw new Error('no slots');
      const first = renderApp('/cart', server);
      await userEvent.click(await (await group(0)).findByText('Other days'));
      await userEvent.click(
        (await group(0)).getByRole('radio', { name: new RegExp(inFull(early)) }),
      );
      expect(headings()[0]).toBe(`${dayOf(early)} · 1 farm`);
      expect(screen.getByText(offer)).toBeVisible();
      first.unmount();
      renderApp('/cart', server);
      await userEvent.click(await screen.findByRole('button', { name: 'Take it' }));
      expect(headings()[0]).toBe(`${dayOf(late)} · 3 farms, one delivery day`);
      expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
      await userEvent.click(await (await group(0)).findByText('Other days'));
      await userEvent.click(
        (await group(0)).getByRole('radio', { name: new RegExp(inFull(early)) }),
      );
      expect(headings()[0]).toBe(`${dayOf(early)} · 1 farm`);
    },
  );

  it('calls a day with a pickup a trip, and shows where', async () => {
    fill(2);
    const [day] = give(0, [3]);
    if (!day) throw new Error('no slots');
    const farm = farms[1];
    const pickup = makeSlotsAhead(
      { _id: fakeId('part', 150), farmId: farm._id, place: 'The silo' },
      [3],
    );
    server.days.calendars.push(makeCalendar(farm._id, pickup));
    renderApp('/cart', server);
    const radio = await (await group(1)).findByRole('radio', { name: /Pickup/ });
    await waitFor(() => expect(headings()).toContain('The farm tells you when'));
    await userEvent.click(radio);
    expect(headings()[0]).toBe(`${dayOf(day)} · 2 farms, one trip`);
    expect((await group(1)).getByRole('radio', { name: 'Pickup: The silo' })).toHaveFocus();
  });

  it('replaces a chosen day that gets full with words, live', async () => {
    fill(1);
    const [chosen, next] = give(0, [2, 9]);
    if (!chosen || !next) throw new Error('no slots');
    renderApp('/cart', server);
    await userEvent.click(await (await group(0)).findByText('Other days'));
    const radio = () => chosen && screen.getByRole('radio', { name: new RegExp(inFull(chosen)) });
    await userEvent.click(screen.getByRole('radio', { name: new RegExp(inFull(next)) }));
    await userEvent.click(radio() as HTMLElement);
    expect(screen.queryByText('Proposed')).toBeNull();
    connection.emit('slot.changed', 2, { slot: { ...chosen, left: 0, version: 2 }, public: true });
    const note = await screen.findByRole('alert');
    expect(note).toHaveTextContent(/is full\. Next: /);
    expect(headings()[0]).toBe(`${dayOf(next)} · 1 farm`);
    expect(radio()).toBeDisabled();
    await userEvent.click(within(note).getByRole('button', { name: /^Take / }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('radio', { name: new RegExp(inFull(next)) })).toBeChecked();
    expect(server.calls.filter((call) => call === 'GET /api/v1/calendars')).toHaveLength(1);
  });

  it('says why a farm has no day for the address, and offers nothing', async () => {
    fill(1);
    give(0, [2, 5], { areas: ['999'] });
    server.members.addressBook.addresses.push({
      ...{ recipient: 'Ann Miller', phone: '518 555 0100', line1: '5 Elm Street' },
      ...{
        city: 'Amherst',
        state: 'MA',
        postalCode: '01002',
        _id: fakeId('part', 901),
        isDefault: true,
      },
    });
    renderApp('/cart', server);
    expect(
      await screen.findByText(/does not deliver to this ZIP code\. Pick it up, or choose another/),
    ).toBeVisible();
    expect(headings()[0]).toBe('Without a day');
    expect(screen.queryByRole('button', { name: /^Take / })).toBeNull();
  });
});
