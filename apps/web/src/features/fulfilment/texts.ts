import { defineMessages } from '../../lib/text/messages';

const frequency = { 1: '', 2: 'every second ', 4: 'every fourth ' } as const;
const listed = (names: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Texts of a farm's days. */
export const daysText = defineMessages({
  en: {
    schedules: 'When you hand over',
    add: 'Add days',
    edit: 'Edit',
    remove: 'Remove',
    for: (what: string, name: string) => `${what}: ${name}`,
    failed: 'Your days could not be loaded',
    none: 'You have no days yet: the shop says that you tell customers when.',
    noneHint:
      'Say once that you hand over on Fridays, say, and customers choose a Friday when they order.',
    offline: 'Needs a connection',
    conflict: 'This was changed elsewhere at the same moment. Please look at it, and try again.',
    notDone: 'That did not work',

    everyDay: 'Every day',
    weekdays: (names: readonly string[], weeks: 1 | 2 | 4) => {
      const days = listed(weeks === 1 ? names.map((name) => `${name}s`) : names);
      return weeks === 1 ? days : `${frequency[weeks]}${days}`.replace(/^e/, 'E');
    },
    sameDay: 'the same day',
    daysBefore: (days: number) =>
      days === 0 ? 'the same day' : `${plural(days, 'day', 'days')} before`,
    pickupAt: (place: string) => `pickup at ${place}`,
    deliveryTo: (areas: readonly string[]) =>
      areas.length === 0 ? 'delivery' : `delivery to ZIP codes from ${areas.join(', ')}`,
    orderUntil: (day: string, time: string) => `order until ${day} ${time}`,
    orders: (count: number) => plural(count, 'order', 'orders'),

    newTitle: 'New days',
    editTitle: (name: string) => `Days: ${name}`,
    name: 'Name',
    nameHint: 'Customers read it beside the day, such as “Friday at the barn”.',
    method: 'How customers get their goods',
    methods: { pickup: 'They pick up', delivery: 'We deliver' },
    place: 'Where they pick up',
    areas: 'Where you deliver',
    areasHint:
      'The first digits of ZIP codes, such as “125, 12601”. Leave it empty if you deliver everywhere.',
    days: 'Days',
    daysMissing: 'Choose at least one day',
    everyWeeks: 'How often',
    every: { 1: 'Every week', 2: 'Every second week', 4: 'Every fourth week' },
    opens: 'From',
    closes: 'To',
    time: 'Enter a time, such as 4:00 PM',
    lastOrder: 'Last order',
    lastTime: 'At',
    capacity: 'Orders per day',
    capacityHint: 'Leave it empty for any number.',
    from: 'First day',
    fromHint: 'Weeks are counted from it.',
    until: 'Last day',
    exceptions: 'Other dates',
    exceptionsHint: 'A date on which you are closed or have other times, or one more date.',
    exception: (at: number) => `Date ${at}`,
    date: 'Date',
    kind: 'What then',
    kinds: { closed: 'Closed', open: 'Open at other times' },
    addException: 'Add a date',
    removeException: (at: number) => `Remove date ${at}`,
    sameWindow: (name: string) =>
      `“${name}” has the same times on the same day. You may keep both; customers then see two choices.`,
    save: 'Save',
    cancel: 'Cancel',
    saved: 'Your days are saved',
    notSaved: 'Nothing was saved, because the orders need a decision first.',
    changedTitle: 'These days were changed elsewhere while you were writing.',
    removedElsewhere:
      'These days were removed elsewhere. What you wrote is still here: saving adds them again.',
    nowIs: 'Now it says',
    yours: 'You wrote',
    unfinished: 'Not complete yet',
    takeTheirs: 'Take what it says now',
    keepMine: 'Go on with mine',

    preview: 'The next four weeks',
    previewWaits: 'The dates appear here when days and times are chosen.',
    previewNone: 'No date falls in the next four weeks.',
    previewCount: (dates: number) => plural(dates, 'date', 'dates'),
    orderBy: (moment: string) => `order until ${moment}`,
    tooLate: 'too late to order',

    week: 'Your next four weeks',
    weekNone: 'There are no dates in the next four weeks.',
    thisWeek: 'This week',
    nextWeek: 'Next week',
    weekOf: (day: string) => `Week of ${day}`,
    taken: (taken: number, capacity: number | null) =>
      capacity === null ? plural(taken, 'order', 'orders') : `${taken} of ${capacity} places taken`,
    closesAt: (moment: string) => `closes ${moment}`,
    toOrders: 'The orders',
    ordersOf: (day: string, name: string) => `The orders: ${day}, ${name}`,
    ordersOver: 'orders are closed',
    full: 'Full',
    closed: 'Closed',
    close: 'Close',
    reopen: 'Open again',
    slotOf: (what: string, day: string, name: string) => `${what}: ${day}, ${name}`,
    wasClosed: (day: string) => `${day} is closed`,
    wasReopened: (day: string) => `${day} is open`,

    removeTitle: (name: string) => `Remove “${name}”?`,
    removeBody: 'Customers can no longer choose its days.',
    keep: 'Keep it',
    removed: 'The days are removed',
  },
});

/** Texts of the admins' calendar over all farms. */
export const allDaysText = defineMessages({
  en: {
    farm: 'Farm',
    anyFarm: 'All farms',
    unknownFarm: 'A farm that has closed',
    label: 'Dates of the next four weeks',
    count: (dates: number) => `${plural(dates, 'date', 'dates')} in the next four weeks`,
    more: 'Show more dates',
    none: 'No farm has a date in the next four weeks',
    noneOfFarm: 'This farm has no date in the next four weeks',
    noneHint: 'Dates appear here as soon as a farm says when it hands over.',
    showAll: 'Show all farms',
    failed: 'The calendar could not be loaded',
  },
});
