import { describe, expect, it } from '@jest/globals';
import type { DeliveryAddress } from './addresses.js';
import type { CardPaymentDto } from './card-checkout.js';
import type { Conversation, Message, MessageReport } from './conversations.js';
import { audienceOf, type DomainEvent, parseEvent } from './domain-event.js';
import { type EventName, type EventPayload, eventNames } from './events.js';
import type { FarmDto, OwnFarmDto } from './farms.js';
import type { ContactMessageDto, NotificationDto } from './notifications.js';
import type { OrderDto } from './orders.js';
import type { OwnProductDto } from './own-products.js';
import type { OrderProblem } from './problems.js';
import type { ProductChange, ProductDto } from './products.js';
import type { OwnReviewDto, ReviewDto } from './reviews.js';
import type { ScheduleDto, SlotDto } from './schedules.js';
import type { UserDto } from './users.js';
import { parseVisitorEvent, visitorEvents } from './visitor-events.js';

const id = (digit: string) => digit.repeat(24);
const [CUSTOMER, FARM, PRODUCT, ORDER, PART, FARMER] = [...'123456'].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const SECRET = 'Cara Customer';
const at = '2026-11-20T10:00:00.000Z';

const user: UserDto = {
  _id: CUSTOMER,
  name: SECRET,
  firstName: 'Cara',
  lastName: 'Customer',
  email: 'cara@example.test',
  role: 'customer',
  status: 'active',
  imageUrl: null,
  phone: null,
  farmId: null,
  createdAt: at,
  version: 1,
};
const part = {
  _id: PART,
  farmId: FARM,
  farmName: 'Hollow Creek',
  farmSlug: 'hollow-creek',
  fulfilment: 'pickup',
  pickupPlace: 'The barn',
  slot: null,
  status: 'placed',
  subtotal: 2.5,
  orderedTotal: 2.5,
  note: null,
  payment: { status: 'due', amount: 2.5 },
  lines: [],
  timeline: [],
  changes: [],
  refunds: [],
  version: 1,
} satisfies OrderDto['parts'][number];
const problem: OrderProblem = {
  _id: id('7'),
  orderId: ORDER,
  code: 'FG-7K3Q9M',
  partId: PART,
  farmId: FARM,
  farmName: 'Hollow Creek',
  customer: { _id: CUSTOMER, name: SECRET },
  payment: 'card',
  feeRate: 800,
  lines: [],
  text: 'They were soft',
  pictures: [],
  status: 'open',
  reportedAt: at,
  answer: null,
  version: 1,
};
const address: DeliveryAddress = {
  recipient: 'Ann Miller',
  phone: '+15185550100',
  line1: '1 Main St',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
const order: OrderDto = {
  _id: ORDER,
  code: 'FG-TEST0000',
  createdAt: at,
  status: 'Processing',
  isDelivered: false,
  customer: { _id: CUSTOMER, name: SECRET },
  address,
  notes: null,
  goodsTotal: 2.5,
  deliveryFee: 0,
  totalPrice: 2.5,
  payment: { method: 'pay_on_handover', status: 'due', amount: 2.5, paid: 0 },
  parts: [part],
  version: 1,
};
const crewOrder = {
  _id: ORDER,
  partId: PART,
  code: order.code,
  placedAt: at,
  customer: SECRET,
  status: 'placed' as const,
  slot: null,
  notes: [],
  lines: [],
  version: 1,
  orderVersion: 1,
};
const payment: CardPaymentDto = {
  _id: id('7'),
  orderId: ORDER,
  partId: PART,
  state: 'captured',
  held: 2.5,
  unpaid: 0,
  captured: 2.5,
  refunded: 0,
  card: { brand: 'visa', last4: '4242' },
  expiresAt: null,
  isReplaced: false,
  version: 3,
};
const product: ProductDto = {
  _id: PRODUCT,
  name: 'Carrots',
  description: '',
  category: 'roots',
  organic: true,
  price: 2.5,
  unit: 'lb',
  comparablePrice: { price: 2.5, per: 'lb' },
  showsCount: true,
  step: 0.5,
  minimum: 0.5,
  available: 4,
  stock: 'in_stock',
  image: '/produce/carrot.svg',
  images: [],
  farmer: 'Hollow Creek',
  farmId: FARM,
  farmSlug: 'hollow-creek',
  certification: null,
  holidayUntil: null,
  rating: null,
  reviewCount: 0,
  harvestedAt: null,
  bestBefore: null,
  allergens: [],
  storage: null,
  nutrition: { calories: null, protein: null, carbohydrates: null, fiber: null, vitaminC: null },
  features: [],
  status: 'live',
  version: 1,
  detailsVersion: 1,
};
const counts = {
  onHand: 6,
  held: 2,
  sold: 40,
  available: 4,
  lot: null,
  lowAt: 1,
  listed: true,
  publishedAt: at,
  moderation: null,
};
const ownProduct: OwnProductDto = { ...product, ...counts };
const hold = {
  _id: ORDER,
  status: 'open' as const,
  expiresAt: at,
  secondsLeft: 900,
  lines: [{ productId: PRODUCT, name: 'Plums', unit: 'lb' as const, quantity: 1, price: 2.5 }],
  slots: [],
  version: 1,
};
const alert = { productId: PRODUCT, farmId: FARM, name: 'Plums', onHand: 3, unit: 'lb' as const };
const change: ProductChange = {
  productId: PRODUCT,
  farmId: FARM,
  price: 2.5,
  status: 'live',
  public: true,
  available: 4,
  stock: 'in_stock',
  holidayUntil: null,
  rating: null,
  reviewCount: 0,
};

const notification: NotificationDto = {
  _id: id('7'),
  kind: 'order.accepted',
  title: 'Hollow Creek accepted your order FG-TEST0000',
  text: '',
  details: [{ label: '1 lb Carrots', value: '$2.50' }],
  link: { path: `/orders/${ORDER}`, label: 'See the order' },
  readAt: null,
  createdAt: at,
  addedAt: at,
};
const contactMessage: ContactMessageDto = {
  _id: id('8'),
  reference: 'FG-M-TEST0000',
  firstName: 'Cara',
  lastName: 'Customer',
  email: 'cara@example.test',
  subject: 'Carrots',
  message: 'Are they sweet?',
  status: 'open',
  createdAt: at,
  version: 1,
};

const farmDto: FarmDto = {
  _id: FARM,
  slug: 'hollow-creek',
  name: 'Hollow Creek',
  tagline: '',
  story: '',
  practices: [],
  certification: null,
  image: '/produce/tractor.svg',
  cover: null,
  city: '',
  state: '',
  fulfilment: [],
  pickupPlace: null,
  pickupDetails: null,
  certificates: [],
  rating: null,
  ratingVersion: 0,
  holiday: null,
  minimumOrder: { delivery: 0, pickup: 0 },
  cardsOnly: false,
  status: 'pending',
  version: 1,
};
const schedule: ScheduleDto = {
  _id: id('b'),
  farmId: FARM,
  name: 'Friday at the barn',
  method: 'pickup',
  place: 'The barn',
  weekdays: [5],
  everyWeeks: 1,
  window: { from: '16:00', to: '19:00' },
  cutOff: { daysBefore: 2, time: '20:00' },
  capacity: 25,
  areas: [],
  from: '2026-11-01',
  until: null,
  exceptions: [],
  version: 1,
};
const slot: SlotDto = {
  _id: id('c'),
  scheduleId: schedule._id,
  farmId: FARM,
  name: schedule.name,
  method: 'pickup',
  place: 'The barn',
  areas: [],
  date: '2026-11-20',
  startAt: at,
  endAt: at,
  cutOffAt: at,
  left: 22,
  state: 'open',
  version: 4,
};

const application: OwnFarmDto = {
  ...farmDto,
  ownerId: FARMER,
  appliedAt: at,
  decisionReason: null,
};

const review: ReviewDto = {
  _id: id('9'),
  productId: PRODUCT,
  productName: 'Carrots',
  productImage: '/produce/carrot.svg',
  farmId: FARM,
  farmName: 'Hollow Creek',
  farmSlug: 'hollow-creek',
  author: 'Cara C.',
  rating: 5,
  title: null,
  text: 'Sweet.',
  reply: { text: 'Thank you', at, editedAt: null },
  createdAt: at,
  editedAt: null,
  version: 2,
};
const ownReview: OwnReviewDto = {
  ...review,
  orderId: ORDER,
  customerId: CUSTOMER,
  editableUntil: at,
  hiddenReason: null,
};

const message: Message = {
  _id: id('d'),
  orderId: ORDER,
  partId: id('e'),
  number: 1,
  from: 'customer',
  author: 'Cara Customer',
  text: 'I come at five.\nIs that right?',
  pictures: [{ url: '/uploads/ring.webp' }],
  sentAt: at,
  removedAt: null,
  reported: false,
  version: 1,
};
const conversation: Conversation = {
  _id: message.partId,
  orderId: ORDER,
  code: order.code,
  farmId: FARM,
  farmName: 'Hollow Creek',
  customer: { _id: CUSTOMER, name: 'Cara Customer' },
  unread: { customer: 0, farm: 1 },
  read: { customer: 0, farm: 0 },
  lastMessageAt: at,
  version: 1,
};
const { code, farmName } = conversation;
const messageReport: MessageReport = {
  ...{ _id: message._id, message, code, farmId: FARM, farmName, customer: conversation.customer },
  by: { side: 'farm', name: 'Frida Farmer' },
  reason: 'An advertisement',
  reportedAt: at,
  status: 'open',
  decision: null,
  version: 1,
};

const payloads: { [Name in EventName]: EventPayload<Name> } = {
  'user.registered': { user },
  'user.status-changed': { user, from: 'active', reason: null },
  'user.changed': { user },
  'user.deleted': { userId: CUSTOMER, role: 'customer', status: 'active' },
  'session.ended': { sessionId: 'sess_1' },
  'user.addresses-changed': { userId: CUSTOMER, book: { addresses: [], version: 2 } },
  'farm.created': { ownerId: FARMER, farm: farmDto },
  'farm.changed': { farm: { ...farmDto, status: 'approved' }, wasApproved: false },
  'own-farm.changed': { farm: application },
  'farm.application-changed': { application },
  'schedule.changed': { schedule, removed: false },
  'own-slot.changed': { slot: { ...slot, capacity: 25, taken: 3 } },
  'slot.withdrawn': { slotId: slot._id, farmId: FARM, reason: 'Flooded' },
  'calendar.changed': {
    calendar: { farmId: FARM, scheduled: ['pickup'], slots: [slot], version: 2 },
    public: true,
  },
  'slot.changed': { slot, public: true },
  'product.created': { product: ownProduct },
  'product.counted': { counts: { productId: PRODUCT, farmId: FARM, ...counts } },
  'product.changed': { product, public: true },
  'product.status-changed': { product: ownProduct, from: 'draft' },
  'product.published': { product },
  'product.moderated': {
    productId: PRODUCT,
    farmId: FARM,
    name: 'Carrots',
    decision: 'taken-down',
    reason: 'Mouldy',
  },
  'product.stock-changed': { change, before: change },
  'product.low-stock': alert,
  'product.sold-out': alert,
  'product.restocked': alert,
  'product.harvested': { ...alert, harvestedAt: at },
  'product.rating-changed': { change: { ...change, rating: 4.5, reviewCount: 2 } },
  'farm.rating-changed': {
    farmId: FARM,
    rating: { mean: 4.67, count: 3, spread: [0, 0, 0, 1, 2] },
  },
  'review.posted': { review, public: true },
  'review.changed': { review, public: true },
  'review.removed': { reviewId: review._id, productId: PRODUCT, farmId: FARM, public: true },
  'own-review.changed': { step: 'posted', review: ownReview },
  'hold.created': { customerId: CUSTOMER, hold },
  'hold.closed': { customerId: CUSTOMER, hold: { ...hold, status: 'expired', version: 2 } },
  'stock.checked': {
    _id: ORDER,
    startedAt: at,
    finishedAt: at,
    requestedBy: null,
    products: 3,
    mismatchCount: 0,
    mismatches: [],
  },
  'farm.money-changed': {
    statement: {
      farmId: FARM,
      month: '2026-11',
      isClosed: false,
      opening: 0,
      closing: -3.37,
      version: 2,
    },
    balance: -3.37,
    entries: [],
  },
  'market.money-changed': {
    month: '2026-11',
    feesEarned: 12.5,
    feesThisMonth: 3.37,
    deliveryHeld: 4.99,
    owedByCard: 42.1,
    storeCredit: 20,
    version: 3,
  },
  'waiting-payment.changed': {
    payment: {
      _id: ORDER,
      wait: { reason: 'refund_refused', since: at, act: 'refund', amount: 4 },
      order: { _id: ORDER, code: 'FG-7K3Q9M' },
      card: { brand: 'visa', last4: '4242' },
      version: 6,
    },
  },
  'ledger.checked': {
    _id: ORDER,
    startedAt: at,
    finishedAt: at,
    requestedBy: null,
    months: 1,
    journals: 2,
    orders: 1,
    faultCount: 0,
    faults: [],
  },
  'correction.changed': {
    correction: {
      _id: ORDER,
      farmId: FARM,
      farmName: 'Hollow Creek',
      amount: 5,
      reason: 'A crate that came back',
      status: 'proposed',
      proposedBy: { _id: FARMER, name: 'Ada Admin' },
      decidedBy: null,
      createdAt: at,
      version: 1,
    },
  },
  'favourites.changed': {
    customerId: CUSTOMER,
    favourites: { products: [PRODUCT], farms: [FARM], version: 2 },
  },
  'favourites.news': {
    news: 'picked',
    marked: 'products',
    customerIds: [CUSTOMER],
    productId: PRODUCT,
    productName: 'Carrots',
    farmId: FARM,
    farmName: 'Hollow Creek',
    day: '2026-11-20',
  },
  'cart.changed': {
    customerId: CUSTOMER,
    cart: { items: [], total: 0, itemCount: 0, version: 1 },
  },
  'credit.changed': {
    customerId: CUSTOMER,
    credit: { balance: 5, version: 1 },
    entries: [{ _id: PART, at, kind: 'given', amount: 5, order: { _id: ORDER, code: order.code } }],
  },
  'order.placed': { order },
  'order.part-placed': { order, farmId: FARM },
  'order.part-changed': {
    from: 'placed',
    changes: [],
    orderId: ORDER,
    code: order.code,
    customerId: CUSTOMER,
    farmId: FARM,
    part,
    order: {
      status: 'Processing',
      isDelivered: false,
      goodsTotal: 2.5,
      deliveryFee: 0,
      totalPrice: 2.5,
      payment: { method: 'pay_on_handover', status: 'due', amount: 2.5, paid: 0 },
      version: 2,
    },
    totalChange: 0,
  },
  'order.farm-part-changed': {
    orderId: ORDER,
    code: order.code,
    farmId: FARM,
    part,
    from: 'placed',
    changes: [],
  },
  'order.packing-changed': {
    farmId: FARM,
    order: { ...crewOrder, fulfilment: 'pickup', pickupPlace: 'The barn', farmName: 'Roots' },
  },
  'order.stop-changed': { farmId: FARM, stop: { ...crewOrder, address, toCollect: 2.5 } },
  'problem.reported': { problem },
  'problem.answered': { problem },
  'message.sent': { message, conversation },
  'message.read': { conversation, side: 'farm', since: 1 },
  'message.report-changed': { report: messageReport },
  'message.removed': { message, customerId: CUSTOMER, farmId: FARM },
  'order.unpaid': { orderId: ORDER, code: order.code, customerId: CUSTOMER, amount: 2.5 },
  'order.payment-changed': { customerId: CUSTOMER, payment },
  'order.settled': { order, payments: [payment] },
  'order.disputed': {
    orderId: ORDER,
    code: order.code,
    farmId: FARM,
    amount: 2.5,
    state: 'open',
    reference: 'dp_1',
    version: 7,
  },
  'farm.payouts-changed': {
    farmId: FARM,
    provider: 'test-cards',
    state: 'returned',
    returned: 2.5,
    version: 3,
  },
  'order.reminded': {
    reminder: {
      orderId: ORDER,
      code: order.code,
      customerId: CUSTOMER,
      address,
      isToday: false,
      parts: [part],
    },
  },
  'order.closing': { orderId: ORDER, code: order.code, customerId: CUSTOMER, parts: [part] },
  'analytics.changed': {
    subject: 'orders',
    stats: { totalOrders: 1, totalRevenue: 2.5, averageOrderValue: 2.5, version: 1 },
    farms: [{ farmId: FARM, day: '2026-11-21', orders: 1, revenue: 2.5, version: 1 }],
    handovers: [
      { day: '2026-11-24', orders: 1, revenue: 2.5, average: 2.5, orderedWithDay: 0, version: 1 },
    ],
    cohorts: [{ month: '2026-11', customers: 1, again: [0, 0, 0, 0, 0], version: 1 }],
  },
  'team.changed': {
    team: {
      farmId: FARM,
      members: [
        {
          ...{ userId: FARMER, name: SECRET, email: 'ada@example.org', role: 'owner', since: at },
          isFounder: true,
        },
      ],
      invitations: [],
      version: 1,
    },
  },
  'team.invited': {
    ...{
      farmId: FARM,
      farmName: 'Roots',
      invitationId: PART,
      number: 1,
      role: 'packer',
      by: SECRET,
    },
    email: 'ada@example.org',
  },
  'farm.stats-changed': {
    farmId: FARM,
    toPick: { parts: 1, lines: 2 },
    orders: { placed: 1, delivered: 0, closed: 0 },
    lowStock: 0,
    soldOut: 1,
    buyers: 3,
    repeatBuyers: 1,
    day: {
      day: '2026-11-20',
      orders: 2,
      revenue: 25.5,
      average: 12.75,
      version: 4,
      hours: Array(24).fill(0).with(8, 2),
      categories: { roots: 12.5 },
    },
    products: [
      {
        productId: PRODUCT,
        name: 'Carrots',
        unit: 'lb',
        quantity: 2.5,
        orders: 1,
        revenue: 12.5,
        version: 3,
      },
    ],
    version: 9,
  },
  'job.failed': {
    job: {
      queue: 'mail',
      _id: id('9'),
      name: 'notification.mail',
      state: 'failed',
      tries: 12,
      triesAllowed: 12,
      reason: 'connect ECONNREFUSED',
      createdAt: at,
      failedAt: at,
      dueAt: null,
    },
  },
  'inbox.added': { userId: CUSTOMER, notification, inbox: { total: 1, unread: 1, version: 1 } },
  'inbox.read': {
    userId: CUSTOMER,
    ids: null,
    readAt: at,
    inbox: { total: 1, unread: 0, version: 2 },
  },
  'contact.received': { message: contactMessage },
  'contact.status-changed': { message: { ...contactMessage, status: 'answered', version: 2 } },
  'audit.recorded': {
    entry: {
      _id: id('e'),
      actor: { _id: id('a'), name: 'Clara Bennett', role: 'admin' },
      action: 'user.status-changed',
      target: { type: 'user', id: CUSTOMER, name: 'Ida Ask' },
      before: { status: 'active' },
      after: { status: 'suspended' },
      reason: 'Fraud',
      requestId: 'request-1',
      at,
    },
  },
};

const envelope = {
  id: id('a'),
  occurredAt: at,
  aggregateId: ORDER,
  version: 1,
  correlationId: 'request-1',
  actorId: null,
};
const event = <Name extends EventName>(
  name: Name,
  payload: EventPayload<Name> = payloads[name],
): DomainEvent => ({ ...envelope, name, payload }) as DomainEvent;

const [customer, farm, calendar, shopper, admins, farmer] = [
  `user:${CUSTOMER}`,
  `farm:${FARM}`,
  `calendar:${FARM}`,
  `product:${PRODUCT}`,
  'role:admin',
  `user:${FARMER}`,
] as const;

/** Written out, so that adding an event or a room means deciding here once more who receives it. */
const audiences: Record<EventName, string[]> = {
  'user.registered': [admins],
  'user.status-changed': [customer, admins],
  'user.changed': [customer, admins],
  'user.deleted': [customer, admins],
  'session.ended': ['session:sess_1'],
  'user.addresses-changed': [customer],
  'farm.created': [farmer, admins],
  'farm.changed': ['public', farm, admins],
  'own-farm.changed': [farm, farmer, admins],
  'farm.application-changed': [farm, farmer, admins],
  'schedule.changed': [farm, admins],
  'own-slot.changed': [farm, admins],
  'slot.withdrawn': [farm, admins],
  'calendar.changed': [calendar, farm, admins],
  'slot.changed': [calendar, farm, admins],
  'product.created': [farm, admins],
  'product.counted': [farm, admins],
  'product.changed': [shopper, farm, admins],
  'product.status-changed': [farm, admins],
  'product.published': ['public'],
  'product.moderated': [farm, admins],
  'product.stock-changed': [shopper, farm, admins],
  'product.low-stock': [farm],
  'product.sold-out': [farm],
  'product.restocked': [farm],
  'product.harvested': [farm],
  'product.rating-changed': [shopper, farm, admins],
  'farm.rating-changed': ['public', farm, admins],
  'review.posted': [shopper, farm, admins],
  'review.changed': [shopper, farm, admins],
  'review.removed': [shopper, farm, admins],
  'own-review.changed': [customer, admins],
  'hold.created': [customer],
  'hold.closed': [customer],
  'stock.checked': [admins],
  'farm.money-changed': [farm, admins],
  'market.money-changed': [admins],
  'waiting-payment.changed': [admins],
  'ledger.checked': [admins],
  'correction.changed': [admins],
  'favourites.changed': [customer],
  'favourites.news': [admins],
  'cart.changed': [customer],
  'credit.changed': [customer],
  'order.placed': [customer, admins],
  'order.part-placed': [farm],
  'order.part-changed': [customer, admins],
  'order.farm-part-changed': [farm],
  'order.packing-changed': [`packers:${FARM}`],
  'order.stop-changed': [`drivers:${FARM}`],
  'problem.reported': [customer, farm, admins],
  'problem.answered': [customer, farm, admins],
  // Admins see a conversation only once it is reported, and its writer does not learn of that.
  'message.sent': [customer, farm],
  'message.read': [customer, farm],
  'message.report-changed': [farm, admins],
  'message.removed': [customer, farm],
  'order.unpaid': [customer, admins],
  'order.payment-changed': [customer, admins],
  'order.settled': [customer, admins],
  'order.disputed': [admins],
  'farm.payouts-changed': [farm, admins],
  'order.reminded': [admins],
  'order.closing': [admins],
  'analytics.changed': [admins],
  'team.changed': [farm],
  'team.invited': [farm],
  'farm.stats-changed': [farm],
  'job.failed': [admins],
  'inbox.added': [customer],
  'inbox.read': [customer],
  'contact.received': [admins],
  'contact.status-changed': [admins],
  'audit.recorded': [admins],
};

const forStrangers: { readonly [Name in EventName]?: string[] } = {
  'farm.changed': ['public'],
  'product.stock-changed': [shopper],
  'product.rating-changed': [shopper],
  'farm.rating-changed': ['public'],
  'review.posted': [shopper],
  'review.changed': [shopper],
  'review.removed': [shopper],
  'product.changed': [shopper],
  'product.published': ['public'],
  'calendar.changed': [calendar],
  'slot.changed': [calendar],
};

describe('the audience of an event', () => {
  it.each(eventNames)('%s goes to those it concerns and nobody else', (name) => {
    expect([...audienceOf(event(name))].sort()).toEqual([...audiences[name]].sort());
  });

  it.each(eventNames)('%s is not empty, because socket.io emits to everybody then', (name) => {
    expect(audienceOf(event(name)).length).toBeGreaterThan(0);
  });

  it.each(eventNames)('%s reveals nothing of a customer to strangers', (name) => {
    const strangers = audienceOf(event(name)).filter((room) =>
      /^(public|product:|calendar:)/.test(room),
    );
    const text = JSON.stringify(payloads[name]);
    if (text.includes(SECRET) || text.includes(CUSTOMER)) expect(strangers).toEqual([]);
    else expect(strangers).toEqual(forStrangers[name] ?? []);
  });

  it("is strangers for the events that a visitor's page can parse, and for no others", () => {
    expect(Object.keys(visitorEvents).sort()).toEqual(Object.keys(forStrangers).sort());
  });

  it('excludes shoppers while they may not see the product', () => {
    const hidden = { change: { ...change, public: false }, before: change };
    expect(audienceOf(event('product.stock-changed', hidden))).toEqual([farm, admins]);
    const unseen = { review, public: false };
    expect(audienceOf(event('review.posted', unseen))).toEqual([farm, admins]);
    const edit = { product: { ...product, status: 'draft' as const }, public: false };
    expect(audienceOf(event('product.changed', edit))).toEqual([farm, admins]);
    const days = { farmId: FARM, scheduled: [], slots: [], version: 1 };
    const notApproved = { calendar: days, public: false };
    expect(audienceOf(event('calendar.changed', notApproved))).toEqual([farm, admins]);
    expect(audienceOf(event('slot.changed', { slot, public: false }))).toEqual([farm, admins]);
  });

  it('gives strangers the amount available of a product, and nothing of what its farm counts', () => {
    for (const name of eventNames.filter((one) => forStrangers[one]?.includes(shopper)))
      for (const secret of ['onHand', 'held', 'sold', 'lowAt', 'moderation'])
        expect([name, JSON.stringify(payloads[name]).includes(`"${secret}"`)]).toEqual([
          name,
          false,
        ]);
  });

  it('gives strangers the places left of a slot, and not how many are taken', () => {
    for (const name of eventNames.filter((one) => forStrangers[one]?.includes(calendar)))
      for (const secret of ['taken', 'capacity'])
        expect([name, JSON.stringify(payloads[name]).includes(`"${secret}"`)]).toEqual([
          name,
          false,
        ]);
  });

  it('excludes strangers while a farm may not sell, but not from the event that ends its sales', () => {
    const pending = event('farm.changed', { farm: farmDto, wasApproved: false });
    expect(audienceOf(pending)).toEqual([farm, admins]);
    const refused = event('farm.changed', { farm: farmDto, wasApproved: true });
    expect(audienceOf(refused)).toEqual(['public', farm, admins]);
  });

  it('gives a farm no totals of an order beyond its part', () => {
    const forFarms = eventNames.filter((name) => audiences[name].includes(farm));
    expect(forFarms.filter((name) => 'totalChange' in payloads[name])).toEqual([]);
  });
});

describe('an event', () => {
  it.each(eventNames)('%s survives serialisation', (name) => {
    expect(parseEvent(JSON.parse(JSON.stringify(event(name))))).toEqual(event(name));
  });

  it.each(Object.keys(visitorEvents) as EventName[])('%s is the same to a visitor', (name) => {
    const wire: unknown = JSON.parse(JSON.stringify(event(name)));
    expect(parseVisitorEvent(wire)).toEqual(parseEvent(wire));
  });

  it.each(eventNames)('%s is refused with an empty payload', (name) => {
    expect(() => parseEvent({ ...envelope, name, payload: {} })).toThrow();
    expect(() => parseEvent({ ...envelope, name, payload: null })).toThrow();
  });

  it.each([
    ['an unknown name', { ...event('order.placed'), name: 'order.eaten' }],
    [
      'the name of a property that every object has',
      { ...event('order.placed'), name: 'toString' },
    ],
    ['no id', { ...event('order.placed'), id: undefined }],
    ['an id that is none', { ...event('order.placed'), id: 'x' }],
    ['a negative version', { ...event('order.placed'), version: -1 }],
    ['a time that is none', { ...event('order.placed'), occurredAt: 'yesterday' }],
    ['an actor that is none', { ...event('order.placed'), actorId: 'me' }],
    ['nothing', undefined],
    ['a text', 'order.placed'],
  ])('is refused with %s', (_, data) => {
    expect(() => parseEvent(data)).toThrow();
  });

  it.each([
    [{ order: { ...order, totalPrice: 2.505 } }],
    [{ order: { ...order, customer: { _id: 'me', name: '' } } }],
    [{ order: { ...order, status: 'Eaten' } }],
  ])('is refused when its payload breaks the contract (%#)', (payload) => {
    expect(() => parseEvent({ ...envelope, name: 'order.placed', payload })).toThrow();
  });
});
