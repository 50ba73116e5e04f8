import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type CartDto,
  type Fulfilment,
  type Holiday,
  type Id,
  missingToMinimum,
  type SlotDto,
  toCents,
  toDollars,
} from '#libs/contracts';
import { farmsOfQueryOptions } from '../../lib/api/public-data';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { useSession } from '../../lib/session/session';
import { formatMoney, marketZone } from '../../lib/text/format';
import { type FarmItems, groupByFarm } from './cart-math';
import { useCheckoutDraft } from './checkout-draft';
import { type DayQuestion, type FarmDay, farmDayOf, toldDay, unknownDay } from './farm-day';
import { cartPageText, cartText } from './texts';
import { countTrips, type Trips, tripsOf } from './trips';
import { type FarmDays, useFarmDays } from './use-farm-days';

/** One farm's fulfilment of an order, with its conditions. */
export interface FarmFulfilment {
  readonly options: readonly Fulfilment[];
  readonly fulfilment: Fulfilment;
  readonly pickupPlace: string | null;
  readonly holiday: Holiday | null;
  /** Minimum order in dollars; 0 without one. */
  readonly minimum: number;
  /** Dollars of goods missing for the minimum. */
  readonly missing: number;
  /** Whether it refuses cash where cards are taken. */
  readonly cardsOnly: boolean;
  readonly day: FarmDay;
  /** The chosen or proposed slot; null if the farm tells the day, none can be had, or it is not known yet. */
  readonly slot: SlotDto | null;
}

/** Where a farm stands in a cart by day: its day, else why there is none, after all days. */
export const dayKeyOf = ({ slot, day: { kind, why } }: FarmFulfilment): string =>
  slot?.date ?? (why === null ? kind : 'none');

/** The fulfilments of a cart's farms. */
export interface FarmFulfilments {
  readonly of: (group: Pick<FarmItems, 'farmId'>) => FarmFulfilment;
  readonly choose: (farmId: Id, fulfilment: Fulfilment) => void;
  readonly chooseSlots: (slots: Trips) => void;
  /** The chosen and proposed slots. */
  readonly trips: Trips;
  /** Slots on fewer days; null if there are none. */
  readonly fewerTrips: Trips | null;
  readonly days: FarmDays;
  /** The server's clock, in ms. */
  readonly now: number;
}

interface Conditions {
  /** Where a delivery goes; null while it is unknown. */
  postalCode: string | null;
  /** The slots in which the checkout holds a place. */
  held?: ReadonlySet<Id>;
  /** What the server refused, by farm id. */
  refusals?: ReadonlyMap<Id, NonNullable<DayQuestion['refusal']>>;
}

const NONE = new Set<Id>();
/** Often enough for a countdown in minutes. */
const COUNTDOWN_MS = 15_000;

/**
 * The fulfilment of each farm of the cart: the chosen one, else delivery if the farm offers it; on the chosen day, else
 * on one of the fewest days.
 */
export function useFarmFulfilments(
  { items }: CartDto,
  { postalCode, held = NONE, refusals }: Conditions,
): FarmFulfilments {
  const groups = groupByFarm(items);
  const { data, isError, isPlaceholderData } = useQuery({
    ...farmsOfQueryOptions(items.map(({ farmId }) => farmId)),
    placeholderData: keepPreviousData,
  });
  const { draft, change } = useCheckoutDraft();
  const days = useFarmDays(groups.map(({ farmId }) => farmId));
  const slots = [...days.calendars.values()].flatMap((calendar) => calendar.slots);
  const now = useNow(
    COUNTDOWN_MS,
    slots.map(({ cutOffAt }) => Date.parse(cutOffAt)),
  );
  const conditionsOf = ({ farmId, farmer, subtotal }: FarmItems) => {
    const farm = data?.farms.find((one) => one._id === farmId);
    const options: readonly Fulfilment[] = farm?.fulfilment ?? ['delivery'];
    const fallback = options.includes('delivery') ? 'delivery' : (options[0] ?? 'delivery');
    const chosen = draft.ways[farmId];
    const fulfilment = chosen !== undefined && options.includes(chosen) ? chosen : fallback;
    const minimum = farm?.minimumOrder[fulfilment] ?? 0;
    const missing = toDollars(missingToMinimum(toCents(subtotal), toCents(minimum)));
    const calendar = days.calendars.get(farmId);
    // until then it is not known either how the goods are had
    const isFarmKnown = farm !== undefined || isError || (data !== undefined && !isPlaceholderData);
    const unlisted = isFarmKnown && days.known ? toldDay : unknownDay;
    const day =
      calendar && isFarmKnown
        ? farmDayOf({
            ...{ farm: farmer, calendar, method: fulfilment, held, postalCode, now },
            slotId: draft.slots[farmId]?.[fulfilment],
            refusal: refusals?.get(farmId),
            timeZone: marketZone(),
          })
        : unlisted;
    const { pickupPlace = null, holiday = null, cardsOnly = false } = farm ?? {};
    return { options, fulfilment, pickupPlace, holiday, minimum, missing, cardsOnly, day };
  };
  const found = new Map(groups.map((group) => [group.farmId, conditionsOf(group)]));
  const farms = [...found].map(([farmId, { day }]) => ({ farmId, day }));
  const trips = tripsOf(farms.map(({ farmId, day }) => ({ farmId, free: candidatesOf(day) })));
  const fewest = tripsOf(farms.map(({ farmId, day }) => ({ farmId, free: day.free })));
  const chooseSlots = (chosen: Trips) =>
    change((now) => {
      const slots = { ...now.slots };
      for (const [farmId, { _id, method }] of chosen)
        slots[farmId] = { ...slots[farmId], [method]: _id };
      return { slots };
    });
  return {
    of: ({ farmId }) => {
      const conditions = found.get(farmId);
      if (conditions === undefined) throw new Error('a farm that is not in the cart');
      const slot = trips.get(farmId) ?? null;
      const { pickupPlace, fulfilment } = conditions;
      const place = fulfilment === 'pickup' ? (slot?.place ?? pickupPlace) : pickupPlace;
      return { ...conditions, pickupPlace: place, slot };
    },
    choose: (farmId, fulfilment) =>
      change(({ ways }) => ({ ways: { ...ways, [farmId]: fulfilment } })),
    chooseSlots,
    trips,
    fewerTrips: countTrips(fewest) < countTrips(trips) ? fewest : null,
    days: { ...days, known: farms.every(({ day }) => day.kind !== 'unknown') },
    now,
  };
}

/** What a farm's slot is proposed from: the chosen one, or the next where that cannot be had any more. */
function candidatesOf({ chosen, why, free }: FarmDay): readonly SlotDto[] {
  if (chosen) return [chosen];
  return why === null ? free : free.slice(0, 1);
}

/** Why this cart cannot be ordered now; null when it can. */
export function useCheckoutDisabledReason(cart: CartDto, { of }: FarmFulfilments): string | null {
  const { user } = useSession();
  const online = useOnline();
  if (!online) return cartText.offline;
  if (user !== null && user.status !== 'active') return cartText.inactive;
  if (cart.items.some((item) => item.changes.length > 0)) return cartPageText.undecided;
  for (const group of groupByFarm(cart.items)) {
    const { holiday, missing } = of(group);
    if (holiday !== null) return cartPageText.onHoliday(group.farmer);
    if (missing > 0) return cartPageText.addMoreText(formatMoney(missing), group.farmer);
  }
  return null;
}
