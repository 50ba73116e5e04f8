import {
  addressLine,
  type CalendarEntry,
  cutOffText,
  type DeclineReason,
  FARM_TELLS_WHEN,
  formatQuantity,
  isLive,
  isolate,
  type OrderClosing,
  type OrderDto,
  type OrderPart,
  type OrderReminder,
  orderDates,
  type PartChange,
  type PartStatus,
  sentence,
  slotText,
  type TimelineEntry,
  type Unit,
} from '#libs/contracts';

/** The text of a notice. */
export interface Words {
  readonly title: string;
  readonly text: string;
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** The dates that its mail brings as a calendar file. */
  readonly dates?: readonly CalendarEntry[];
}

/** When a text is written, ISO 8601, and the time zone of the days in it. */
interface Written {
  readonly at: string;
  readonly timeZone: string;
}

/** How the whole order is paid. `fee` is what is to be paid of its delivery fee beside store credit, in dollars. */
interface Bill {
  readonly fee: number;
  readonly byCard: boolean;
}

/** A status that a part can change to. */
export type MovedTo = Exclude<PartStatus, 'placed'>;
/**
 * `day` is the part's slot, `Friday, December 4, 4–7 PM`. `bill` is null in notices for farms.
 */
type Sentence = (
  part: OrderPart,
  code: string,
  day: string | null,
  bill: Bill | null,
) => { title: string; text: string };

export const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const collected = (part: OrderPart) => part.fulfilment === 'pickup';
const at = ({ pickupPlace }: OrderPart) => (pickupPlace ? sentence` at ${pickupPlace}` : '');

/** The last status change of the part. */
export const lastStep = ({ timeline }: OrderPart): TimelineEntry | undefined => timeline.at(-1);
const why = (part: OrderPart) => {
  const reason = lastStep(part)?.reason;
  return reason ? sentence`The reason given: “${reason}”. ` : '';
};
const cancelledBy = (part: OrderPart) => {
  const role = lastStep(part)?.by.role;
  return role === 'customer' ? 'the customer' : role === 'admin' ? 'Farmgate' : 'the farm';
};
const declinedBecause: Readonly<Record<DeclineReason, string>> = {
  not_harvested: 'It could not be harvested. ',
  quality: 'It did not turn out as good as it should. ',
  no_capacity: 'They have more orders than they can handle. ',
  customer_request: 'They did so at your request. ',
  other: '',
};
const whyDeclined = (part: OrderPart) => {
  const reason = lastStep(part)?.declineReason;
  return `${reason ? declinedBecause[reason] : ''}${why(part)}`;
};
/** How a part is paid at its handover. */
function atHandover(part: OrderPart, bill: Bill | null): string {
  const isByCredit = part.payment.amount === 0;
  if (bill?.byCard) return isByCredit ? BY_CREDIT : 'Your card pays for it.';
  const goods = dollars(part.payment.amount);
  if (collected(part)) return isByCredit ? BY_CREDIT : `You pay ${goods} when you collect it.`;
  const feeWords =
    bill && bill.fee > 0
      ? ` Your order’s delivery fee of ${dollars(bill.fee)} is taken with its first delivery.`
      : '';
  return `${isByCredit ? BY_CREDIT : `You pay ${goods} for the goods when you receive them.`}${feeWords}`;
}
/** The code itself is in no mail, which may be read by others. */
const SHOW_CODE = 'Please show them the hand-over code: you find it with your order.';
const BY_CREDIT = 'Your store credit pays for it.';
const NOTHING_DUE = 'There is nothing to pay for it.';

/** A part's slot in full; null without one. */
const slotOf = ({ slot }: OrderPart, { at: moment, timeZone }: Written) =>
  slot && slotText(slot, Date.parse(moment), timeZone);
const on = (day: string | null) => (day ? ` on ${day}` : '');
const wasFor = (day: string | null) => (day ? `It was for ${day}. ` : '');

/** The texts for the customer when the status of a part changes; they differ for delivery and pickup. */
const forCustomer: Readonly<Record<MovedTo, Sentence>> = {
  accepted: (part, code, day) => ({
    title: sentence`${part.farmName} accepted your order ${code}`,
    text: collected(part)
      ? day
        ? `You collect it${at(part)}${on(day)}, and hear from us when it is ready.`
        : `They pack it now, and you hear from us when it is ready to collect${at(part)}.`
      : day
        ? `They bring it to you${on(day)}, and you hear from us when it is on its way.`
        : 'They pack it now, and you hear from us when it is on its way to you.',
  }),
  packed: (part, code, day) => ({
    title: sentence`${part.farmName} packed your order ${code}`,
    text: collected(part)
      ? day
        ? `You collect it${at(part)}${on(day)}.`
        : `It will soon be ready to collect${at(part)}; please wait for our word.`
      : day
        ? `They bring it to you${on(day)}.`
        : 'It will soon be on its way to you.',
  }),
  out_for_delivery: (part, code, day, bill) => ({
    title: sentence`Your order ${code} is on its way`,
    text: sentence`${part.farmName} is bringing it to your address${on(day)}. ${atHandover(part, bill)} ${SHOW_CODE}`,
  }),
  ready_for_pickup: (part, code, day, bill) => ({
    title: sentence`Your order ${code} is ready to collect`,
    text: sentence`${part.farmName} has it ready for you${at(part)}${on(day)}. ${atHandover(part, bill)} ${SHOW_CODE}`,
  }),
  delivered: (part, code) => ({
    title: collected(part)
      ? `You collected your order ${code}`
      : `Your order ${code} was delivered`,
    text: sentence`${part.farmName} marked it as ${collected(part) ? 'collected' : 'delivered'}. Enjoy your meal!`,
  }),
  declined: (part, code, day) => ({
    title: sentence`${part.farmName} had to decline your order ${code}`,
    text: sentence`${wasFor(day)}${whyDeclined(part)}${NOTHING_DUE} What you ordered from other farms is not affected.`,
  }),
  cancelled: (part, code, day) =>
    lastStep(part)?.by.role === 'customer'
      ? {
          title: sentence`You cancelled your order ${code} at ${part.farmName}`,
          text: sentence`${wasFor(day)}${NOTHING_DUE} What you ordered from other farms is not affected.`,
        }
      : {
          title: sentence`Your order ${code} at ${part.farmName} was cancelled`,
          text: sentence`It was cancelled by ${cancelledBy(part)}. ${wasFor(day)}${why(part)}${NOTHING_DUE}`,
        },
};

/** The texts for a farm when somebody else changes the status of its part. */
const forFarm: Readonly<Record<'cancelled' | 'moved', Sentence>> = {
  cancelled: (part, code, day) => ({
    title: sentence`Order ${code} was cancelled`,
    text: sentence`It was cancelled by ${cancelledBy(part)}. ${wasFor(day)}${why(part)}Please do not ${collected(part) ? 'hold it for collection' : 'send it'}; ${lastStep(part)?.goods === 'write_off' ? 'the goods are written off' : 'the goods are back in your stock'}.`,
  }),
  moved: (part, code) => ({
    title: sentence`Farmgate moved order ${code} to “${part.status.replaceAll('_', ' ')}”`,
    text: sentence`An administrator did this for you. ${why(part)}`.trim(),
  }),
};

export const amount = (quantity: number, unit: Unit) =>
  `${formatQuantity(quantity, unit)}${unit === 'each' ? ' ×' : ''}`;

const isEnded = ({ status }: OrderPart) => !isLive(status);

/** A part's lines with what comes of them, and what was ordered if that differs; of a part that ended, what was ordered. */
export const linesOf = (part: OrderPart): Words['details'] =>
  part.lines
    .filter(({ ordered, quantity }) => ordered > 0 || quantity > 0)
    .map(({ name, unit, quantity, ordered, total, note }) => ({
      label: sentence`${amount(isEnded(part) ? ordered : quantity, unit)} ${name}${isEnded(part) || quantity === ordered ? '' : ` (${formatQuantity(ordered, unit)} ordered)`}${note ? sentence` (“${note}”)` : ''}`,
      value: dollars(total),
    }));

/** What changes did to the lines: `Carrots: 6 lb instead of 10 lb.` */
function changedLines({ lines }: OrderPart, changes: readonly PartChange[]): string {
  const texts = changes.flatMap((change) =>
    change.lines.map(({ productId, from, to }) => {
      const line = lines.find((one) => one.productId === productId);
      if (!line) return '';
      const before = formatQuantity(from, line.unit);
      const after = to === 0 ? 'none' : formatQuantity(to, line.unit);
      return sentence`${line.name}: ${after}${from === 0 ? '' : ` instead of ${before}`}.`;
    }),
  );
  return texts.join(' ');
}

/** The part after changes, in rows. */
const stateOf = (part: OrderPart): Words['details'] => [
  ...linesOf(part),
  { label: 'Goods', value: dollars(part.subtotal) },
];

const whyChanged = (change: PartChange | undefined) =>
  `${change?.declineReason ? declinedBecause[change.declineReason] : ''}${change?.reason ? sentence`The reason given: “${change.reason}”.` : ''}`.trim();

/** The customer's notice of a change of a part that goes on. */
export function changedWords(part: OrderPart, changes: readonly PartChange[], code: string): Words {
  const last = changes.at(-1);
  const who = {
    customer: sentence`You changed your order ${code} at ${part.farmName}`,
    farmer: sentence`${part.farmName} had to change your order ${code}`,
    admin: sentence`Farmgate changed your order ${code} at ${part.farmName}`,
  };
  return {
    title: who[last?.by.role ?? 'customer'],
    text: `${changedLines(part, changes)} ${whyChanged(last)}`.trim(),
    details: stateOf(part),
  };
}

/** A farm's notice of a change that its customer or an admin made. */
export function changedForFarmWords(
  part: OrderPart,
  changes: readonly PartChange[],
  code: string,
): Words {
  const last = changes.at(-1);
  const who = last?.by.role === 'admin' ? 'Farmgate' : (last?.by.name ?? '');
  return {
    title: sentence`${who} changed order ${code}`,
    text: `${changedLines(part, changes)} ${whyChanged(last)}`.trim(),
    details: stateOf(part),
  };
}

/** When the status of a part changed. */
const writtenOf = (part: OrderPart, timeZone: string): Written => ({
  at: lastStep(part)?.at ?? new Date().toISOString(),
  timeZone,
});

export function customerWords(
  part: OrderPart,
  to: MovedTo,
  code: string,
  bill: Bill,
  timeZone: string,
): Words {
  const day = slotOf(part, writtenOf(part, timeZone));
  return { ...forCustomer[to](part, code, day, bill), details: linesOf(part) };
}

export function farmWords(part: OrderPart, to: MovedTo, code: string, timeZone: string): Words {
  const day = slotOf(part, writtenOf(part, timeZone));
  return {
    ...forFarm[to === 'cancelled' ? to : 'moved'](part, code, day, null),
    details: linesOf(part),
  };
}

const list = new Intl.ListFormat('en-US');
/** `A, B, and C`. */
const inWords = (names: readonly string[]) => list.format(names.map(isolate));
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whose goods are handed over where, and when: one row per part, before its lines. */
function handoverOf(
  part: OrderPart,
  address: OrderDto['address'],
  written: Written,
): Words['details'][number] {
  const { farmName } = part;
  return {
    label: collected(part)
      ? sentence`${farmName}, pickup${at(part)}`
      : sentence`${farmName}, delivery${address ? sentence` to ${addressLine(address)}` : ''}`,
    value: slotOf(part, written) ?? capital(FARM_TELLS_WHEN),
  };
}

/** Until when one may order more for the same slot. */
const closesOf = ({ slot }: OrderPart, { at: moment, timeZone }: Written): Words['details'] =>
  slot
    ? [
        {
          label: 'Orders for this day close',
          value: cutOffText(slot, Date.parse(moment), timeZone),
        },
      ]
    : [];

/** Until when customers can change an order; only parts with a slot have a cut-off. */
const untilClosed = (parts: readonly OrderPart[]) =>
  parts.some(({ slot }) => slot)
    ? 'until the cut-off or until the farm packs it'
    : 'until the farm packs it';

/** The customer's confirmation: each farm's day, place and lines, the fee and the total. */
export function placedWords(order: OrderDto, timeZone: string): Words {
  const farms = inWords(order.parts.map(({ farmName }) => farmName));
  const written = { at: order.createdAt, timeZone };
  const until =
    order.parts.length === 1
      ? `You hear from us as soon as it is accepted, and can change or cancel it ${untilClosed(order.parts)}.`
      : `You hear from us as soon as each farm accepts its part, and can change or cancel that part ${untilClosed(order.parts)}.`;
  return {
    title: sentence`Thank you for your order ${order.code}`,
    text: sentence`It went to ${farms}. ${until}`,
    details: [
      ...order.parts.flatMap((part) => [
        handoverOf(part, order.address, written),
        ...closesOf(part, written),
        ...linesOf(part),
      ]),
      ...(order.deliveryFee > 0 ? [{ label: 'Delivery', value: dollars(order.deliveryFee) }] : []),
      ...(order.payment.credit
        ? [{ label: 'By store credit', value: dollars(order.payment.credit) }]
        : []),
      {
        label: order.payment.method === 'card' ? 'By card' : 'To pay at the handover',
        value: dollars(order.payment.amount),
      },
    ],
    dates: orderDates(order),
  };
}

/** The customer's notes for this farm and for the whole order. */
const notesOf = ({ notes, parts }: OrderDto) =>
  [...parts.map(({ note }) => note), notes]
    .filter(Boolean)
    .map((note) => sentence` The customer’s note: “${note}”`)
    .join('');

/** The notice of a new order for a farm. */
export function receivedWords(order: OrderDto, timeZone: string): Words {
  const pickup = order.parts.every(collected);
  const written = { at: order.createdAt, timeZone };
  return {
    title: sentence`New order ${order.code} from ${order.customer.name}`,
    text: sentence`${pickup ? 'It will be collected from you.' : 'It is to be delivered.'} Please accept or decline it soon; the customer can change or cancel it ${order.parts.some(({ slot }) => slot) ? 'until the cut-off or until you pack it' : 'until you pack it'}.${notesOf(order)}`,
    details: [
      ...order.parts.flatMap((part) => [
        {
          ...handoverOf(part, order.address, written),
          ...(!part.slot && { value: 'You tell the customer when' }),
        },
        ...linesOf(part),
      ]),
      {
        label: 'Goods',
        value: dollars(order.parts.reduce((sum, { subtotal }) => sum + subtotal, 0)),
      },
    ],
  };
}

/** The customer's notice that they can soon not change parts any more. */
export function closingWords({ code, parts }: OrderClosing, at: string, timeZone: string): Words {
  const closing = parts.flatMap(({ farmName, slot }) =>
    slot ? [sentence`${farmName}: ${cutOffText(slot, Date.parse(at), timeZone)}.`] : [],
  );
  return {
    title: sentence`Last call for changes to your order ${code}`,
    text: `Until then you can add to it, change or cancel it. ${closing.join(' ')}`,
    details: [],
  };
}

/** The customer's reminder of parts that are handed over tomorrow; today, if it is late. */
export function reminderWords(
  { code, address, parts, isToday }: OrderReminder,
  at: string,
  timeZone: string,
): Words {
  const day = isToday ? 'Today' : 'Tomorrow';
  const pickups = parts.filter(collected).map(({ farmName }) => farmName);
  const deliveries = parts.filter((part) => !collected(part)).map(({ farmName }) => farmName);
  return {
    title: sentence`${day}: your order ${code}`,
    text: [
      ...(pickups.length > 0
        ? [
            `You collect from ${inWords(pickups)}; please show them the hand-over code, which you find with your order.`,
          ]
        : []),
      ...(deliveries.length > 0
        ? [
            `${inWords(deliveries)} will bring it to your address; please see that somebody is there.`,
          ]
        : []),
    ].join(' '),
    details: parts.flatMap((part) => [
      handoverOf(part, address, { at, timeZone }),
      ...linesOf(part),
    ]),
  };
}
