import {
  type DeclineReason,
  type FavouriteUpdate,
  formatQuantity,
  isolate,
  type OrderDto,
  type OrderPart,
  type OwnReviewDto,
  type PartStatus,
  type ReviewDto,
  sentence,
  type TimelineEntry,
} from '#libs/contracts';

/** The text of a notice. */
export interface Words {
  readonly title: string;
  readonly text: string;
  readonly details: readonly { readonly label: string; readonly value: string }[];
}

/** A status that a part can change to. */
export type MovedTo = Exclude<PartStatus, 'placed'>;
/** `fee` is the order's delivery fee in dollars; 0 in notices for farms. */
type Sentence = (part: OrderPart, code: string, fee: number) => { title: string; text: string };

const dollars = (amount: number) => `$${amount.toFixed(2)}`;
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
const handover = (part: OrderPart, fee: number) =>
  fee > 0 && !collected(part)
    ? `Your order’s delivery fee of ${dollars(fee)} is taken with its first delivery.`
    : '';
const NOTHING_DUE = 'There is nothing to pay for it.';

/** The texts for the customer when the status of a part changes; they differ for delivery and pickup. */
const forCustomer: Readonly<Record<MovedTo, Sentence>> = {
  accepted: (part, code) => ({
    title: sentence`${part.farmName} accepted your order ${code}`,
    text: collected(part)
      ? `They pack it now, and you hear from us when it is ready to collect${at(part)}.`
      : 'They pack it now, and you hear from us when it is on its way to you.',
  }),
  packed: (part, code) => ({
    title: sentence`${part.farmName} packed your order ${code}`,
    text: collected(part)
      ? `It will soon be ready to collect${at(part)}; please wait for our word.`
      : 'It will soon be on its way to you.',
  }),
  out_for_delivery: (part, code, fee) => ({
    title: sentence`Your order ${code} is on its way`,
    text: sentence`${part.farmName} is bringing it to your address. You pay ${dollars(part.payment.amount)} for the goods when you receive them. ${handover(part, fee)}`.trim(),
  }),
  ready_for_pickup: (part, code) => ({
    title: sentence`Your order ${code} is ready to collect`,
    text: sentence`${part.farmName} has it ready for you${at(part)}. You pay ${dollars(part.payment.amount)} when you collect it; please tell them your order’s code, ${code}.`,
  }),
  delivered: (part, code) => ({
    title: collected(part)
      ? `You collected your order ${code}`
      : `Your order ${code} was delivered`,
    text: sentence`${part.farmName} marked it as ${collected(part) ? 'collected' : 'delivered'}. Enjoy your meal!`,
  }),
  declined: (part, code) => ({
    title: sentence`${part.farmName} had to decline your order ${code}`,
    text: sentence`${whyDeclined(part)}${NOTHING_DUE} What you ordered from other farms is not affected.`,
  }),
  cancelled: (part, code) =>
    lastStep(part)?.by.role === 'customer'
      ? {
          title: sentence`You cancelled your order ${code} at ${part.farmName}`,
          text: sentence`${NOTHING_DUE} What you ordered from other farms is not affected.`,
        }
      : {
          title: sentence`Your order ${code} at ${part.farmName} was cancelled`,
          text: sentence`It was cancelled by ${cancelledBy(part)}. ${why(part)}${NOTHING_DUE}`,
        },
};

/** The texts for a farm when somebody else changes the status of its part. */
const forFarm: Readonly<Record<'cancelled' | 'moved', Sentence>> = {
  cancelled: (part, code) => ({
    title: sentence`Order ${code} was cancelled`,
    text: sentence`It was cancelled by ${cancelledBy(part)}. ${why(part)}Please do not ${collected(part) ? 'hold it for collection' : 'send it'}; ${lastStep(part)?.goods === 'write_off' ? 'the goods are written off' : 'the goods are back in your stock'}.`,
  }),
  moved: (part, code) => ({
    title: sentence`Farmgate moved order ${code} to “${part.status.replaceAll('_', ' ')}”`,
    text: sentence`An administrator did this for you. ${why(part)}`.trim(),
  }),
};

/** The lines of a part: product, quantity and total. */
const linesOf = (part: OrderPart): Words['details'] =>
  part.lines.map(({ name, unit, quantity, total, note }) => ({
    label: sentence`${formatQuantity(quantity, unit)}${unit === 'each' ? ' ×' : ''} ${name}${note ? sentence` (“${note}”)` : ''}`,
    value: dollars(total),
  }));

export function customerWords(part: OrderPart, to: MovedTo, code: string, fee: number): Words {
  return { ...forCustomer[to](part, code, fee), details: linesOf(part) };
}

export function farmWords(part: OrderPart, to: MovedTo, code: string): Words {
  return { ...forFarm[to === 'cancelled' ? to : 'moved'](part, code, 0), details: linesOf(part) };
}

const list = new Intl.ListFormat('en-US');
/** `A, B, and C`. */
const inWords = (names: readonly string[]) => list.format(names.map(isolate));

/** Which farms deliver, and where to pick up from the others. */
function fulfilmentText({ parts }: OrderDto): string {
  const brought = parts.filter((part) => !collected(part)).map(({ farmName }) => farmName);
  return [
    ...(brought.length > 0 ? [`${inWords(brought)} will bring it to your address.`] : []),
    ...parts
      .filter(collected)
      .map((part) => sentence`You collect from ${part.farmName}${at(part)} once it is ready.`),
  ].join(' ');
}

/** The customer's confirmation: every farm's lines, the fee and the total. */
export function placedWords(order: OrderDto): Words {
  const farms = inWords(order.parts.map(({ farmName }) => farmName));
  return {
    title: sentence`Thank you for your order ${order.code}`,
    text: sentence`It went to ${farms}. You hear from us as soon as it is accepted, and can cancel it until then. ${fulfilmentText(order)}`,
    details: [
      ...order.parts.flatMap(linesOf),
      ...(order.deliveryFee > 0 ? [{ label: 'Delivery', value: dollars(order.deliveryFee) }] : []),
      { label: 'To pay at the handover', value: dollars(order.totalPrice) },
    ],
  };
}

/** The customer's notes for this farm and for the whole order. */
const notesOf = ({ notes, parts }: OrderDto) =>
  [...parts.map(({ note }) => note), notes]
    .filter(Boolean)
    .map((note) => sentence` The customer’s note: “${note}”`)
    .join('');

/** The notice of a new order for a farm. */
export function receivedWords(order: OrderDto): Words {
  const pickup = order.parts.every(collected);
  return {
    title: sentence`New order ${order.code} from ${order.customer.name}`,
    text: sentence`${pickup ? 'It will be collected from you.' : 'It is to be delivered.'} Please accept or decline it soon.${notesOf(order)}`,
    details: [
      ...order.parts.flatMap(linesOf),
      {
        label: 'Goods',
        value: dollars(order.parts.reduce((sum, { subtotal }) => sum + subtotal, 0)),
      },
    ],
  };
}

/** The notice of a new review for the farmer. */
export function receivedReviewWords({ author, productName, rating, text }: ReviewDto): Words {
  const stars = rating === 1 ? '1 star' : `${rating} stars`;
  return { title: sentence`${author} gave ${productName} ${stars}`, text, details: [] };
}

/** The notices for the author of a review when it gets a reply or is hidden. */
export const ownReviewWords = {
  replied: ({ farmName, productName, reply }: OwnReviewDto): Words => ({
    title: sentence`${farmName} replied to your review of ${productName}`,
    text: reply?.text ?? '',
    details: [],
  }),
  hidden: ({ productName, hiddenReason }: OwnReviewDto): Words => ({
    title: sentence`Your review of ${productName} is hidden`,
    text: sentence`It is not shown any more and counts for no rating. The reason given: “${hiddenReason}”.`,
    details: [],
  }),
};

/** The notice for customers who marked the product or its farm as a favourite. */
export function favouriteWords(payload: FavouriteUpdate): Words {
  const { marked, productName, farmName } = payload;
  if (payload.news === 'restocked')
    return {
      title: sentence`${productName} is back in stock`,
      text: sentence`${farmName} has it again, for as long as it lasts.`,
      details: [],
    };
  return {
    title:
      marked === 'farms'
        ? sentence`${farmName} has just picked ${productName}`
        : sentence`${productName}, just picked`,
    text: sentence`${farmName} has brought in a new harvest.`,
    details: [],
  };
}

/** Customers get one notice a day per marked product, and one per marked farm. */
export function dailyKey({ marked, productId, farmId, day }: FavouriteUpdate): string {
  return `favourite:${marked === 'products' ? productId : farmId}:${day}`;
}
