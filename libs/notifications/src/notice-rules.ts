import {
  type Conversation,
  type ConversationSide,
  type DomainEvent,
  type EventName,
  formatQuantity,
  type Id,
  type Message,
  type NotificationDto,
  type NotificationKind,
  type OrderPart,
  otherSide,
  type PartChange,
  type ProductAlert,
  type ProductModeration,
  sentence,
  toCents,
  toDollars,
  type UserStatus,
} from '#libs/contracts';
import {
  answeredForFarmWords,
  answeredWords,
  receiptWords,
  reportedWords,
  returnedPayoutWords,
  unpaidWords,
} from './money-words.js';
import {
  changedForFarmWords,
  changedWords,
  closingWords,
  customerWords,
  farmWords,
  lastStep,
  placedWords,
  receivedWords,
  reminderWords,
  type Words,
} from './notice-words.js';
import type { MailGroup } from './notification.model.js';
import { dailyKey, favouriteWords, ownReviewWords, receivedReviewWords } from './product-words.js';

/** A message to one user, or to each owner of a farm: an inbox entry, and what `CHANNELS` says beside it. */
export interface Notice {
  readonly to: { readonly user: Id } | { readonly ownerOf: Id };
  readonly kind: NotificationKind;
  readonly link: NotificationDto['link'];
  /** When what it says happened; by default when the event occurred, which is later for an imported order. */
  readonly at?: string | undefined;
  /** A user gets one notice per key; by default the id of the event. */
  readonly deduplicationKey?: string;
  /** The mail that it comes in, if its kind is mailed with others. */
  readonly mail?: MailGroup;
  /** What it is about: of one kind, a device shows the newest about it. By default each is about something else. */
  readonly about?: Id;
  /** `timeZone` is the market's. */
  readonly words: (timeZone: string) => Words;
}

type Sentences = Pick<Words, 'title' | 'text'>;

const seeOrder = (id: Id) => ({ path: `/orders/${id}`, label: 'See the order' });
const seeBoard = { path: '/dashboard/farmer/orders', label: 'See your orders' };
const seeProblems = { path: '/dashboard/farmer/problems', label: 'See your reports' };
const seeFarm = { path: '/dashboard/farmer/profile', label: 'See your farm' };
const seeStock = { path: '/dashboard/farmer/products', label: 'See your products' };

/** The notices of each event that causes any. */
const rules = {
  'order.placed': ({ order }) => [
    {
      to: { user: order.customer._id },
      kind: 'order.placed',
      link: seeOrder(order._id),
      at: order.createdAt,
      words: (timeZone) => placedWords(order, timeZone),
    },
  ],
  'order.part-placed': ({ order, farmId }) => [
    {
      to: { ownerOf: farmId },
      kind: 'order.received',
      about: order._id,
      link: seeBoard,
      at: order.createdAt,
      words: (timeZone) => receivedWords(order, timeZone),
    },
  ],
  'order.part-changed': (payload) => {
    const { orderId, code, customerId, part, from, changes, refunds, order, money } = payload;
    // see `problem.answered`
    if (refunds) return [];
    const to = { user: customerId };
    const link = seeOrder(orderId);
    const about = orderId;
    const mail = mailOf(orderId, part, changes, `Your order ${code} changed`);
    if (part.status === from)
      return [
        {
          ...{ to, link, about, at: changes.at(-1)?.at, ...mail },
          kind: isShort(changes.at(-1)) ? 'order.short' : 'order.changed',
          words: () => changedWords(part, changes, code),
        },
      ];
    const { status } = part;
    if (status === 'placed') return [];
    const bill = {
      fee: toDollars(toCents(order.deliveryFee) - toCents(money?.feeCredit ?? 0)),
      byCard: order.payment.method === 'card',
    };
    return [
      {
        ...{ to, link, about, kind: `order.${status}`, at: lastStep(part)?.at, ...mail },
        words: (timeZone) => customerWords(part, status, code, bill, timeZone),
      },
    ];
  },
  // A farm gets no notice of its own steps and changes.
  'order.farm-part-changed': ({ orderId, code, farmId, part, from, changes, refunds }) => {
    if (refunds) return [];
    const to = { ownerOf: farmId };
    const about = orderId;
    const mail = mailOf(orderId, part, changes, `Order ${code} changed`);
    const { status } = part;
    if (status === from)
      return changes.at(-1)?.by.role === 'farmer'
        ? []
        : [
            {
              ...{ to, about, link: seeBoard, kind: 'order.changed' },
              ...{ at: changes.at(-1)?.at, ...mail },
              words: () => changedForFarmWords(part, changes, code),
            },
          ];
    if (status === 'placed' || lastStep(part)?.by.role === 'farmer') return [];
    return [
      {
        ...{ to, about, link: seeBoard, kind: `order.${status}` },
        ...{ at: lastStep(part)?.at, ...mail },
        words: (timeZone) => farmWords(part, status, code, timeZone),
      },
    ];
  },
  'order.reminded': ({ reminder }, { occurredAt }) => [
    {
      to: { user: reminder.customerId },
      kind: 'order.reminder',
      about: reminder.orderId,
      link: seeOrder(reminder.orderId),
      words: (timeZone) => reminderWords(reminder, occurredAt, timeZone),
    },
  ],
  'order.closing': (closing, { occurredAt }) => [
    {
      to: { user: closing.customerId },
      kind: 'order.closing',
      about: closing.orderId,
      link: seeOrder(closing.orderId),
      words: (timeZone) => closingWords(closing, occurredAt, timeZone),
    },
  ],
  'order.unpaid': (unpaid) => [
    {
      to: { user: unpaid.customerId },
      kind: 'order.unpaid',
      link: { ...seeOrder(unpaid.orderId), label: 'Pay for it' },
      words: () => unpaidWords(unpaid),
    },
  ],
  'problem.reported': ({ problem }) => [
    {
      to: { ownerOf: problem.farmId },
      kind: 'problem.reported',
      link: seeProblems,
      words: () => reportedWords(problem),
    },
  ],
  // A farm gets no notice of its own answer.
  'problem.answered': ({ problem }) => {
    const { customer, farmId, orderId, answer } = problem;
    const about = { kind: 'problem.answered', at: answer?.at } as const;
    const toCustomer: Notice = {
      ...about,
      to: { user: customer._id },
      link: seeOrder(orderId),
      words: () => answeredWords(problem),
    };
    if (answer?.by.role === 'farmer') return [toCustomer];
    const words = () => answeredForFarmWords(problem);
    return [toCustomer, { ...about, to: { ownerOf: farmId }, link: seeProblems, words }];
  },
  // Only the first message that its reader has not read is handled: it stands for those that follow.
  'message.sent': ({ message, conversation }) => {
    const side = otherSide(message.from);
    return [
      {
        to: readerOf(conversation, side),
        kind: 'message.received',
        about: conversation._id,
        link: {
          path: `/orders/${message.orderId}?messages=${message.partId}`,
          label: 'Read and answer',
        },
        at: message.sentAt,
        deduplicationKey: messageKey(conversation, message.number),
        words: () => messageWords(message, conversation),
      },
    ];
  },
  'order.settled': (settled) => [
    {
      to: { user: settled.order.customer._id },
      kind: 'order.settled',
      link: { path: `/orders/${settled.order._id}/receipt`, label: 'See your receipt' },
      deduplicationKey: `receipt:${settled.order._id}`,
      words: () => receiptWords(settled),
    },
  ],
  'farm.payouts-changed': ({ farmId, state, returned }) =>
    state === 'returned'
      ? [
          {
            to: { ownerOf: farmId },
            kind: 'payout.returned',
            link: { path: '/dashboard/farmer/money', label: 'See your money' },
            words: () => returnedPayoutWords(returned ?? 0),
          },
        ]
      : [],
  // Emitted once each time the stock runs low or out, so each event causes one notice.
  'product.low-stock': (alert) => [stockNotice('low', alert)],
  'product.sold-out': (alert) => [stockNotice('sold_out', alert)],
  'product.moderated': ({ farmId, name, decision, reason }) => [
    {
      to: { ownerOf: farmId },
      kind: `product.${decision}`,
      link: seeStock,
      words: () => withReason(moderationSentences[decision](name), reason),
    },
  ],
  'user.status-changed': ({ user, from, reason }) =>
    user.status === from
      ? []
      : [
          {
            to: { user: user._id },
            kind: `account.${user.status}`,
            link: accountLinks[user.status],
            words: () => withReason(accountSentences[user.status], reason),
          },
        ],
  // A farm that a seed creates is approved already, and has nothing left to do.
  'farm.created': ({ farm, ownerId }) =>
    farm.status === 'pending'
      ? [
          {
            to: { user: ownerId },
            kind: 'farm.created',
            link: seeFarm,
            words: () => ({ ...farmWelcome(farm.name), details: [] }),
          },
        ]
      : [],
  // Only the decision causes a notice; the farmer sent the application.
  'farm.application-changed': ({ application: { ownerId, name, status, decisionReason } }) =>
    status === 'pending'
      ? []
      : [
          {
            to: { user: ownerId },
            kind: `farm.${status}`,
            link: seeFarm,
            words: () => withReason(farmDecision[status](name), decisionReason),
          },
        ],
  'review.posted': ({ review }) => [
    {
      to: { ownerOf: review.farmId },
      kind: 'review.received',
      link: { path: '/dashboard/farmer/reviews', label: 'See your reviews' },
      words: () => receivedReviewWords(review),
    },
  ],
  // Customers get no notice of their own steps.
  'own-review.changed': ({ step, review }) =>
    step === 'replied' || step === 'hidden'
      ? [
          {
            to: { user: review.customerId },
            kind: `review.${step}`,
            link: { path: `/products/${review.productId}`, label: 'See the product' },
            words: () => ownReviewWords[step](review),
          },
        ]
      : [],
  'favourites.news': (payload) =>
    payload.customerIds.map((user) => ({
      to: { user },
      kind: `favourite.${payload.news}`,
      link: { path: `/products/${payload.productId}`, label: 'See the product' },
      deduplicationKey: dailyKey(payload),
      words: () => favouriteWords(payload),
    })),
} satisfies {
  readonly [Name in EventName]?: (
    payload: DomainEvent<Name>['payload'],
    event: DomainEvent<Name>,
  ) => Notice[];
};
export type NoticeEvent = keyof typeof rules;
export const noticeEvents = Object.keys(rules) as NoticeEvent[];

export const messageKey = ({ _id }: Conversation, number: number): string =>
  `message:${_id}:${number}`;

/** A side of a conversation, as the recipient of a notice. */
export const readerOf = (
  { customer, farmId }: Conversation,
  side: ConversationSide,
): Notice['to'] => (side === 'customer' ? { user: customer._id } : { ownerOf: farmId });

/** Without the message itself, which may be a stranger's advertisement. */
const messageWords = ({ from, author }: Message, { code, farmName }: Conversation): Words => ({
  title: sentence`${from === 'farm' ? farmName : author} wrote to you about order ${code}`,
  text: 'You can read it and answer on the page of the order; answers to this mail reach nobody.',
  details: [],
});

/** Whether the farm has less than was ordered. */
const isShort = (change: PartChange | undefined): boolean =>
  change?.by.role === 'farmer' && change.lines.some(({ from, to }) => to < from);

/** What changes the lines of an order comes in one mail; a step, which people wait for, is mailed at once. */
const mailOf = (
  orderId: Id,
  { _id: topic }: OrderPart,
  changes: readonly PartChange[],
  subject: string,
): Pick<Notice, 'mail'> =>
  changes.length === 0 ? {} : { mail: { group: `order:${orderId}`, topic, subject } };

function stockNotice(level: 'low' | 'sold_out', alert: ProductAlert): Notice {
  return {
    to: { ownerOf: alert.farmId },
    kind: `stock.${level}`,
    link: seeStock,
    words: () => stockWords[level](alert),
  };
}
const stockWords = {
  low: ({ name, onHand, unit }: ProductAlert): Words => ({
    title: sentence`${name} is running low`,
    text: `Only ${formatQuantity(onHand, unit)} left.`,
    details: [],
  }),
  sold_out: ({ name }: ProductAlert): Words => ({
    title: sentence`${name} is sold out`,
    text: 'Nobody can buy it until you add to its stock.',
    details: [],
  }),
};

const moderationSentences: Readonly<
  Record<ProductModeration['decision'], (name: string) => Sentences>
> = {
  'taken-down': (name) => ({
    title: sentence`${name} was taken down`,
    text: 'Shoppers cannot buy it. Mend what is said here and publish it again; we then look at it.',
  }),
  approved: (name) => ({
    title: sentence`${name} is approved`,
    text: 'Shoppers can see it and buy it.',
  }),
  refused: (name) => ({
    title: sentence`${name} was not approved`,
    text: 'Shoppers cannot see it. Mend what is said here and publish it again; we then look at it.',
  }),
};

const contact = { path: '/contact', label: 'Ask us' };
const accountLinks: Readonly<Record<UserStatus, NotificationDto['link']>> = {
  active: { path: '/dashboard', label: 'Go to your dashboard' },
  inactive: contact,
  suspended: contact,
};
const accountSentences: Readonly<Record<UserStatus, Sentences>> = {
  active: { title: 'Your account is active', text: 'You can use everything again.' },
  inactive: {
    title: 'Your account is inactive',
    text: 'You can sign in and read, but neither buy nor sell.',
  },
  suspended: {
    title: 'Your account is suspended',
    text: 'You have been signed out everywhere and cannot buy or sell.',
  },
};

const farmDecision: Readonly<Record<'approved' | 'refused', (name: string) => Sentences>> = {
  approved: (name) => ({
    title: sentence`${name} is approved`,
    text: 'Your farm is open: what you publish can be bought.',
  }),
  refused: (name) => ({
    title: sentence`${name} was not approved`,
    text: 'You cannot sell for now, and can apply again once what is missing is there.',
  }),
};
const farmWelcome = (name: string): Sentences => ({
  title: sentence`Welcome to Farmgate, ${name}`,
  text: 'Complete its profile, prepare your products and apply; you can sell once we have approved it.',
});

function withReason({ title, text }: Sentences, reason: string | null): Words {
  return {
    title,
    text: reason ? sentence`${text} The reason given: “${reason}”.` : text,
    details: [],
  };
}

export function isNoticeEvent(event: DomainEvent): event is DomainEvent<NoticeEvent> {
  return Object.hasOwn(rules, event.name);
}

/** The notices of an event, in no order. */
export function noticesOf<Name extends NoticeEvent>(event: DomainEvent<Name>): Notice[] {
  // Name and payload belong together by the registry; TypeScript cannot infer that from an index.
  const rule = rules[event.name] as (payload: unknown, event: unknown) => Notice[];
  return rule(event.payload, event);
}
