import {
  type Availability,
  availabilityOf,
  clockText,
  closesInText,
  type Day,
  dayName,
  type FarmCalendar,
  type Fulfilment,
  freeSlotsOf,
  type SlotDto,
  serves,
  shortDayText,
  shortSlotText,
  startOfDay,
  type UnavailableReason,
} from '#libs/contracts';
import { whenText as text } from './texts';

/** What the words are made of. The farm is not on holiday: that is said elsewhere. */
export interface DaysShown {
  calendar: Pick<FarmCalendar, 'scheduled' | 'slots'>;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  timeZone: string;
  postalCode: string | null;
}

const METHODS = ['pickup', 'delivery'] as const satisfies Fulfilment[];
/** What is said of a day that can be had in no way. */
const REASONS = ['full', 'cut_off', 'area', 'no_day'] as const;
/** Places that are so few that their number is said. */
const FEW_PLACES = 5;
/** Dates of a method that are shown. */
const DATES_SHOWN = 4;

const farm = { name: '', maySell: true, holidayUntil: null };
const answerOf = (shown: DaysShown, method: Fulfilment): Availability =>
  availabilityOf({ ...shown, farm, method });
const shortDay = ({ now, timeZone }: DaysShown, { startAt }: SlotDto) =>
  shortDayText(startAt, now, timeZone);

/** How and when goods can be had next, in a few words, or why not; empty if the farm tells the day. */
export function daysInShort(shown: DaysShown): string[] {
  const answers = answersOf(shown);
  if (answers.length === 0) return [];
  const ways = waysOf(shown, answers);
  if (ways.length > 0) return ways;
  const { reason, method } = mainReason(answers);
  switch (reason) {
    case 'full': {
      const last = servedSlots(shown, method).at(-1);
      return last ? [text.fullUntil(shortDay(shown, last))] : [];
    }
    case 'cut_off':
      return [text.closed];
    case 'area':
      return [text.notToZip(shown.postalCode ?? '')];
    case 'no_day':
      return [text.noDay];
  }
}

/** The same for one day, with the next day that can be had instead. */
export function dayInShort(shown: DaysShown, day: Day): string[] {
  const { calendar, now, timeZone, postalCode } = shown;
  const slots = calendar.slots.filter(({ date }) => date === day);
  const thatDay = { ...shown, calendar: { ...calendar, slots } };
  const answers = answersOf(thatDay);
  const ways = waysOf(thatDay, answers);
  if (ways.length > 0) return ways;
  const name = dayName(startOfDay(day, timeZone), now, timeZone);
  const said = {
    full: text.dayFull(name),
    cut_off: text.dayClosed(name),
    area: text.dayNotToZip(postalCode ?? '', name),
    no_day: text.notThatDay(name),
  }[answers.length > 0 ? mainReason(answers).reason : 'no_day'];
  const [next] = METHODS.flatMap((method) => freeSlotsOf({ ...shown, method })).toSorted((a, b) =>
    a.startAt < b.startAt ? -1 : 1,
  );
  return next ? [said, text.next(shortDay(shown, next))] : [said];
}

interface MethodAnswer {
  method: Fulfilment;
  answer: Availability;
}

const answersOf = (shown: DaysShown): MethodAnswer[] =>
  METHODS.filter((method) => shown.calendar.scheduled.includes(method)).map((method) => ({
    method,
    answer: answerOf(shown, method),
  }));

/** The methods that are possible, each with its next day; the window of a pickup only, because deliveries come by. */
function waysOf(shown: DaysShown, answers: readonly MethodAnswer[]): string[] {
  const { now, timeZone, postalCode } = shown;
  const ways: string[] = [];
  for (const { method, answer } of answers) {
    if (answer.ok && answer.slot && method === 'pickup')
      ways.push(text.pickup(shortSlotText(answer.slot, now, timeZone)));
    else if (answer.ok && answer.slot)
      ways.push(
        ways.length > 0
          ? text.delivered(shortDay(shown, answer.slot))
          : text.deliveredFirst(shortDay(shown, answer.slot)),
      );
    else if (!answer.ok && answer.reason === 'area' && postalCode && ways.length > 0)
      ways.push(text.noDeliveryTo(postalCode));
  }
  return ways;
}

function mainReason(answers: readonly MethodAnswer[]): {
  reason: (typeof REASONS)[number];
  method: Fulfilment;
} {
  const reasonOf = ({ answer }: MethodAnswer): UnavailableReason | null =>
    answer.ok ? null : answer.reason;
  for (const reason of REASONS) {
    const found = answers.find((one) => reasonOf(one) === reason);
    if (found) return { reason, method: found.method };
  }
  return { reason: 'no_day', method: 'pickup' };
}

/** The slots of a method that are not closed and reach the ZIP code, soonest first. */
const servedSlots = ({ calendar, postalCode }: DaysShown, method: Fulfilment): SlotDto[] =>
  calendar.slots
    .filter((slot) => slot.method === method && slot.state === 'open' && serves(slot, postalCode))
    .toSorted((a, b) => (a.startAt < b.startAt ? -1 : 1));

/** The next dates of a method on a product's and a farm's page. */
export interface MethodDates {
  method: Fulfilment;
  /** The next that can be had, or why none can. */
  title: string;
  place: string | null;
  /** Until when to order for it; null if nothing can be had. */
  orderBy: { text: string; isSoon: boolean } | null;
  /** `3 places left`; null if there are enough. */
  left: string | null;
  /** Further dates, full ones too. */
  others: string[];
  /** Whether a ZIP code would say more. */
  asksZip: boolean;
}

/** Each method with a schedule; the other is told by the farm. */
export function methodDates(shown: DaysShown): MethodDates[] {
  const { now, timeZone, postalCode, calendar } = shown;
  return answersOf(shown).map(({ method, answer }): MethodDates => {
    const hasAreas = calendar.slots.some((one) => one.method === method && one.areas.length > 0);
    const asksZip = hasAreas && postalCode === null;
    const others = (next: SlotDto | null) =>
      servedSlots(shown, method)
        .filter((slot) => slot !== next && Date.parse(slot.cutOffAt) > now)
        .slice(0, DATES_SHOWN - 1)
        .map((slot) => {
          const left = placesOf(slot);
          return left === null ? whenOf(shown, slot) : text.withPlaces(whenOf(shown, slot), left);
        });
    if (!answer.ok || !answer.slot) {
      const [title = text.noDay] = daysInShort({
        ...shown,
        calendar: { ...calendar, scheduled: [method] },
      });
      return { method, title, place: null, orderBy: null, left: null, others: [], asksZip };
    }
    const { slot } = answer;
    const when = whenOf(shown, slot);
    return {
      method,
      title: method === 'pickup' ? text.pickup(when) : text.deliveredFirst(when),
      place: slot.place,
      orderBy: orderBy(slot, now, timeZone),
      left: placesOf(slot),
      others: others(slot),
      asksZip,
    };
  });
}

const whenOf = (shown: DaysShown, slot: SlotDto): string =>
  slot.method === 'pickup' ? shortSlotText(slot, shown.now, shown.timeZone) : shortDay(shown, slot);

function placesOf({ left }: SlotDto): string | null {
  if (left === null || left > FEW_PLACES) return null;
  return left === 0 ? text.full : text.placesLeft(left);
}

/** Until when to order, counted down in the last hours. */
export function orderBy(
  { cutOffAt }: Pick<SlotDto, 'cutOffAt'>,
  now: number,
  timeZone: string,
): { text: string; isSoon: boolean } {
  const closesIn = closesInText({ cutOffAt }, now);
  if (closesIn !== null) return { text: closesIn, isSoon: true };
  const when = `${shortDayText(cutOffAt, now, timeZone)} ${clockText(cutOffAt, timeZone)}`;
  return { text: text.orderBy(when), isSoon: false };
}
