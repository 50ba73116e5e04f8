import { describe, expect, it } from '@jest/globals';
import {
  type Conversation,
  type ConversationSide,
  type DomainEvent,
  declineReasonSchema,
  type FarmStatus,
  type FavouriteUpdate,
  type GoodsFate,
  type OrderDto,
  type OrderPart,
  type OrderProblem,
  type OwnFarmDto,
  type PartChange,
  type ProblemOutcome,
  partStatusSchema,
  type Role,
  type UserDto,
  type UserStatus,
  userStatusSchema,
} from '#libs/contracts';
import { type Notice, type NoticeEvent, noticesOf } from './notice-rules.js';

const [CUSTOMER, FARM, ORDER, PRODUCT] = [...'1234'].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
  string,
];
const at = '2026-11-20T10:00:00.000Z';
const TIME_ZONE = 'America/New_York';

function partOf(
  status: OrderPart['status'],
  fulfilment: OrderPart['fulfilment'],
  role: Role = 'farmer',
  reason: string | null = null,
): OrderPart {
  return {
    _id: '5'.repeat(24),
    farmId: FARM,
    farmName: 'Hollow Creek',
    farmSlug: 'hollow-creek',
    fulfilment,
    pickupPlace: fulfilment === 'pickup' ? 'the barn' : null,
    slot: null,
    status,
    subtotal: 5,
    orderedTotal: 5,
    note: null,
    payment: { status: 'due', amount: 5 },
    lines: [
      {
        productId: PRODUCT,
        name: 'Carrots',
        category: 'roots',
        image: '/c.svg',
        unit: 'lb',
        quantity: 2,
        ordered: 2,
        price: 2.5,
        total: 5,
        note: null,
      },
    ],
    timeline: [
      { status, at, by: { role, name: 'Somebody' }, reason, declineReason: null, goods: null },
    ],
    changes: [],
    refunds: [],
    version: 2,
  };
}
const event = <Name extends NoticeEvent>(
  name: Name,
  payload: DomainEvent<Name>['payload'],
): DomainEvent<Name> =>
  ({
    id: 'e'.repeat(24),
    name,
    occurredAt: at,
    aggregateId: ORDER,
    version: 1,
    correlationId: 'test',
    actorId: null,
    payload,
  }) as unknown as DomainEvent<Name>;
const CODE = 'FG-TEST0000';
const moved = (part: OrderPart) =>
  noticesOf(
    event('order.farm-part-changed', {
      ...{ orderId: ORDER, code: CODE, farmId: FARM, part },
      ...{ from: 'placed', changes: [] },
    }),
  );
const changed = (part: OrderPart, deliveryFee = 0) =>
  noticesOf(event('order.part-changed', partChanged(part, deliveryFee)));
const partChanged = (
  part: OrderPart,
  deliveryFee = 0,
): DomainEvent<'order.part-changed'>['payload'] => ({
  orderId: ORDER,
  code: CODE,
  customerId: CUSTOMER,
  farmId: FARM,
  part,
  from: 'placed',
  changes: [],
  order: {
    status: 'Processing',
    isDelivered: false,
    goodsTotal: 5,
    deliveryFee,
    totalPrice: 5,
    payment: { method: 'pay_on_handover', status: 'due', amount: 5, paid: 0 },
    version: 2,
  },
  totalChange: 0,
});
const say = (part: OrderPart) => changed(part)[0]?.words(TIME_ZONE);

const steps = partStatusSchema.options.filter((status) => status !== 'placed');

describe('a change of an order', () => {
  it.each(steps)(
    'to %s makes a notice for the customer, with the order, its lines and the farm',
    (status) => {
      const part = partOf(status, 'delivery');
      expect(changed(part)).toMatchObject([
        { to: { user: CUSTOMER }, kind: `order.${status}`, link: { path: `/orders/${ORDER}` } },
      ]);
      const words = say(part);
      expect(words?.title).toContain('FG-TEST0000');
      expect(`${words?.title} ${words?.text}`).toContain('Hollow Creek');
      expect(words?.details).toEqual([{ label: '2 lb Carrots', value: '$5.00' }]);
    },
  );

  it.each(['accepted', 'packed', 'delivered'] as const)(
    'to %s has different texts for delivery and for pickup',
    (status) => {
      expect(say(partOf(status, 'pickup'))).not.toEqual(say(partOf(status, 'delivery')));
    },
  );

  it('of its lines is mailed with others of the order, under a subject that fits all of them', () => {
    const part = partOf('accepted', 'delivery');
    const change: PartChange = {
      ...{ _id: '6'.repeat(24), at, kind: 'intervened', by: { role: 'admin', name: 'Ada' } },
      ...{ lines: [], reason: 'A mistake', declineReason: null, goods: null },
    };
    const edit = { from: part.status, changes: [change] };
    const mailsOf = (notices: readonly Notice[]) => notices.map(({ mail }) => mail);
    const toCustomer = event('order.part-changed', { ...partChanged(part), ...edit });
    const toFarm = event('order.farm-part-changed', {
      ...{ orderId: ORDER, code: CODE, farmId: FARM, part, ...edit },
    });
    const mail = { group: `order:${ORDER}`, topic: part._id };
    expect(mailsOf(noticesOf(toCustomer))).toEqual([
      { ...mail, subject: `Your order ${CODE} changed` },
    ]);
    expect(mailsOf(noticesOf(toFarm))).toEqual([{ ...mail, subject: `Order ${CODE} changed` }]);
    // a step, which people wait for, is mailed alone
    expect(mailsOf(changed(part))).toEqual([undefined]);
  });

  it('that refunds something leaves the notice to the answer of the report', () => {
    const part = partOf('delivered', 'delivery');
    const refund = {
      ...{ _id: '6'.repeat(24), at, by: { role: 'farmer' as const, name: 'Fay' }, lines: [] },
      ...{ to: 'tender' as const, amount: 2, reason: null, problemId: '7'.repeat(24) },
    };
    const given = { from: part.status, refunds: [refund] };
    const toCustomer = event('order.part-changed', { ...partChanged(part), ...given });
    const toFarm = event('order.farm-part-changed', {
      ...{ orderId: ORDER, code: CODE, farmId: FARM, part, changes: [], ...given },
    });
    expect([noticesOf(toCustomer), noticesOf(toFarm)]).toEqual([[], []]);
  });

  it('keeps its words in order beside names from right to left', () => {
    const words = say({ ...partOf('accepted', 'delivery'), farmName: 'משק השקמה' });
    expect(words?.title).toBe('\u2068משק השקמה\u2069 accepted your order FG-TEST0000');
  });

  it('names the pickup place', () => {
    expect(say(partOf('ready_for_pickup', 'pickup'))?.text).toContain('at the barn');
  });

  it.each(['declined', 'cancelled'] as const)('to %s gives the reason, if any', (to) => {
    expect(say(partOf(to, 'delivery', 'admin', 'Hail'))?.text).toContain('“Hail”');
    expect(say(partOf(to, 'delivery', 'admin'))?.text).not.toContain('reason');
  });

  it('states the amount to pay, with the fee for a delivery, and nothing to pay for a declined part', () => {
    expect(say(partOf('ready_for_pickup', 'pickup'))?.text).toContain('You pay $5.00');
    expect(say(partOf('out_for_delivery', 'delivery'))?.text).toContain('You pay $5.00');
    const byCredit = { status: 'due' as const, amount: 0, credit: 5 };
    const paid = { ...partOf('out_for_delivery', 'delivery'), payment: byCredit };
    expect(say(paid)?.text).toContain('Your store credit pays for it.');
    const [notice] = changed(partOf('out_for_delivery', 'delivery'), 4.99);
    expect(notice?.words(TIME_ZONE).text).toContain('delivery fee of $4.99');
    // also where store credit pays the goods alone
    const [feeOnly] = changed(paid, 4.99);
    expect(feeOnly?.words(TIME_ZONE).text).toMatch(
      /store credit pays for it.*delivery fee of \$4.99/,
    );
    expect(say(partOf('declined', 'delivery', 'farmer'))?.text).toContain('nothing to pay');
  });

  it('says that the card pays, where it does', () => {
    for (const to of ['out_for_delivery', 'ready_for_pickup'] as const) {
      const payload = partChanged(partOf(to, 'delivery'), 4.99);
      payload.order.payment.method = 'card';
      const [notice] = noticesOf(event('order.part-changed', payload));
      const text = notice?.words(TIME_ZONE).text;
      expect(text).toContain('Your card pays for it.');
      expect(text).not.toMatch(/You pay|fee/);
    }
  });

  it('to declined has a text for each reason', () => {
    const texts = declineReasonSchema.options.map((declineReason) => {
      const part = partOf('declined', 'delivery', 'farmer');
      const timeline = part.timeline.map((entry) => ({ ...entry, declineReason }));
      return say({ ...part, timeline })?.text;
    });
    expect(new Set(texts).size).toBe(declineReasonSchema.options.length);
  });

  it('to cancelled states for the farm whether its goods were restocked or written off', () => {
    const textFor = (goods: GoodsFate) => {
      const part = partOf('cancelled', 'delivery', 'admin');
      const timeline = part.timeline.map((entry) => ({ ...entry, goods }));
      return moved({ ...part, timeline })[0]?.words(TIME_ZONE).text;
    };
    expect(textFor('restock')).toContain('back in your stock');
    expect(textFor('write_off')).toContain('written off');
  });

  it('names the order by its code', () => {
    const part = partOf('accepted', 'delivery', 'farmer');
    expect(say(part)?.title).toContain(CODE);
  });

  it('makes a notice for the farm only when somebody else made it', () => {
    for (const status of steps) {
      expect(moved(partOf(status, 'delivery', 'farmer'))).toEqual([]);
      expect(moved(partOf(status, 'delivery', 'admin'))).toMatchObject([
        { to: { ownerOf: FARM }, kind: `order.${status}` },
      ]);
    }
    const [notice] = moved(partOf('cancelled', 'pickup', 'customer'));
    expect(notice?.words(TIME_ZONE).text).toContain('cancelled by the customer');
  });
});

describe('a new order', () => {
  const order: OrderDto = {
    _id: ORDER,
    code: 'FG-TEST0000',
    createdAt: at,
    status: 'Processing',
    isDelivered: false,
    customer: { _id: CUSTOMER, name: 'Cara' },
    address: null,
    notes: 'Ring twice',
    goodsTotal: 5,
    deliveryFee: 4.99,
    totalPrice: 9.99,
    payment: { method: 'pay_on_handover', status: 'due', amount: 9.99, paid: 0 },
    parts: [partOf('placed', 'delivery', 'customer')],
    version: 1,
  };
  const noted = {
    ...order,
    parts: order.parts.map((part) => ({
      ...part,
      note: 'Leave it at the gate',
      lines: part.lines.map((line) => ({ ...line, note: 'ripe ones' })),
    })),
  };

  it('is confirmed to the customer with fee and total', () => {
    const [notice] = noticesOf(event('order.placed', { order }));
    expect(notice).toMatchObject({ to: { user: CUSTOMER }, kind: 'order.placed' });
    expect(notice?.words(TIME_ZONE).details).toEqual([
      { label: 'Hollow Creek, delivery', value: 'The farm tells you when' },
      { label: '2 lb Carrots', value: '$5.00' },
      { label: 'Delivery', value: '$4.99' },
      { label: 'To pay at the handover', value: '$9.99' },
    ]);
  });

  it('says what store credit pays of it', () => {
    const payment = { ...order.payment, amount: 7.99, credit: 2 };
    const [notice] = noticesOf(event('order.placed', { order: { ...order, payment } }));
    expect(notice?.words(TIME_ZONE).details.slice(-2)).toEqual([
      { label: 'By store credit', value: '$2.00' },
      { label: 'To pay at the handover', value: '$7.99' },
    ]);
  });

  it('does not say that a card holds money, because it may only be saved for a far day', () => {
    const payment = { ...order.payment, method: 'card' as const };
    const [notice] = noticesOf(event('order.placed', { order: { ...order, payment } }));
    const last = notice?.words(TIME_ZONE).details.at(-1);
    expect(last).toEqual({ label: 'By card', value: '$9.99' });
  });

  it('that no card holds any money for asks for a card, whether one held it before or not', () => {
    const unpaid = { orderId: ORDER, code: CODE, customerId: CUSTOMER, amount: 9.99 };
    const [notice] = noticesOf(event('order.unpaid', unpaid));
    expect(notice?.words(TIME_ZONE).text).not.toContain('any more');
  });

  it('makes a notice for the farm with the notes and without the totals of the order', () => {
    const [notice] = noticesOf(event('order.part-placed', { order: noted, farmId: FARM }));
    expect(notice).toMatchObject({ to: { ownerOf: FARM }, kind: 'order.received' });
    const words = notice?.words(TIME_ZONE);
    expect(words?.text).toContain('“Ring twice”');
    expect(words?.text).toContain('“Leave it at the gate”');
    expect(words?.details[1]?.label).toBe('2 lb Carrots (“ripe ones”)');
    expect(JSON.stringify(words)).not.toContain('9.99');
  });
});

describe('the day of an order', () => {
  const slot = {
    _id: '7'.repeat(24),
    date: '2026-12-04',
    startAt: '2026-12-04T21:00:00.000Z',
    endAt: '2026-12-05T00:00:00.000Z',
    cutOffAt: '2026-12-03T01:00:00.000Z',
  };
  const address = {
    recipient: 'Cara',
    phone: '+15185550100',
    line1: '1 Main St',
    city: 'Hudson',
    state: 'NY',
    postalCode: '12534',
  };
  const pickup = { ...partOf('placed', 'pickup', 'customer'), slot };
  const delivery = { ...partOf('placed', 'delivery', 'customer'), slot };
  const orderOf = (parts: OrderPart[]): OrderDto => ({
    _id: ORDER,
    code: CODE,
    createdAt: at,
    status: 'Processing',
    isDelivered: false,
    customer: { _id: CUSTOMER, name: 'Cara' },
    address,
    notes: null,
    goodsTotal: 5,
    deliveryFee: 0,
    totalPrice: 5,
    payment: { method: 'pay_on_handover', status: 'due', amount: 5, paid: 0 },
    parts,
    version: 1,
  });
  const confirmed = (...parts: OrderPart[]) =>
    noticesOf(event('order.placed', { order: orderOf(parts) }))[0]?.words(TIME_ZONE);
  const received = (part: OrderPart) =>
    noticesOf(event('order.part-placed', { order: orderOf([part]), farmId: FARM }))[0]?.words(
      TIME_ZONE,
    );

  it('is confirmed with the window, the place and when orders close, per farm', () => {
    const words = confirmed(pickup, delivery);
    expect(words?.details.slice(0, 5)).toEqual([
      { label: 'Hollow Creek, pickup at the barn', value: 'Friday, December 4, 4–7 PM' },
      { label: 'Orders for this day close', value: 'Wednesday, December 2 at 8 PM' },
      { label: '2 lb Carrots', value: '$5.00' },
      {
        label: 'Hollow Creek, delivery to 1 Main St, Hudson, NY 12534',
        value: 'Friday, December 4, 4–7 PM',
      },
      { label: 'Orders for this day close', value: 'Wednesday, December 2 at 8 PM' },
    ]);
    expect(words?.text).toContain(
      'can change or cancel that part until the cut-off or until the farm packs it',
    );
  });

  it('is in the confirmation’s calendar, one date per part with a slot', () => {
    const other = { ...delivery, _id: '6'.repeat(24) };
    expect(confirmed(pickup, other, partOf('placed', 'pickup'))?.dates).toMatchObject([
      {
        uid: `${pickup._id}@parts.farmgate`,
        title: 'Pick up from Hollow Creek',
        location: 'the barn',
        startAt: slot.startAt,
        endAt: slot.endAt,
        sequence: 2,
        isCancelled: false,
      },
      { title: 'Delivery from Hollow Creek', location: '1 Main St, Hudson, NY 12534' },
    ]);
  });

  it('is told by the farm without a slot', () => {
    const words = confirmed(partOf('placed', 'pickup', 'customer'));
    expect(words?.details[0]).toEqual({
      label: 'Hollow Creek, pickup at the barn',
      value: 'The farm tells you when',
    });
    expect(words?.dates).toEqual([]);
  });

  it('is told to the farm', () => {
    expect(received(pickup)?.details[0]).toEqual({
      label: 'Hollow Creek, pickup at the barn',
      value: 'Friday, December 4, 4–7 PM',
    });
    expect(received(partOf('placed', 'delivery'))?.details[0]?.value).toBe(
      'You tell the customer when',
    );
  });

  it.each(['accepted', 'packed', 'out_for_delivery', 'ready_for_pickup', 'declined'] as const)(
    'is in the customer’s notice of %s',
    (status) => {
      for (const method of ['pickup', 'delivery'] as const)
        expect(say({ ...partOf(status, method), slot })?.text).toContain(
          'Friday, December 4, 4–7 PM',
        );
    },
  );

  it('is in the notices of a cancelled order', () => {
    const part = { ...partOf('cancelled', 'pickup', 'customer'), slot };
    for (const [notice] of [moved(part), changed(part)])
      expect(notice?.words(TIME_ZONE).text).toContain('It was for Friday, December 4, 4–7 PM.');
  });

  it('is reminded of, with what to collect and what comes', () => {
    const reminder = {
      orderId: ORDER,
      code: CODE,
      customerId: CUSTOMER,
      address,
      isToday: false,
      parts: [pickup, { ...delivery, farmName: 'North Farm' }],
    };
    const [notice] = noticesOf(event('order.reminded', { reminder }));
    expect(notice).toMatchObject({
      to: { user: CUSTOMER },
      kind: 'order.reminder',
      link: { path: `/orders/${ORDER}` },
    });
    const words = notice?.words(TIME_ZONE);
    expect(words?.title).toBe(`Tomorrow: your order ${CODE}`);
    expect(words?.text).toContain('You collect from Hollow Creek');
    expect(words?.text).toContain('North Farm will bring it to your address');
    expect(words?.details[0]?.value).toBe('Friday, December 4, 4–7 PM');
    const [late] = noticesOf(event('order.reminded', { reminder: { ...reminder, isToday: true } }));
    expect(late?.words(TIME_ZONE).title).toBe(`Today: your order ${CODE}`);
  });
});

describe('a cut-off that is near', () => {
  it('is told with each farm and its time', () => {
    const slot = {
      ...{ _id: '9'.repeat(24), scheduleId: '8'.repeat(24), date: '2026-12-04', place: null },
      ...{ startAt: '2026-12-04T21:00:00.000Z', endAt: '2026-12-05T00:00:00.000Z' },
      cutOffAt: '2026-11-20T17:00:00.000Z',
    };
    const part = { ...partOf('placed', 'pickup'), slot };
    const closing = { orderId: ORDER, code: CODE, customerId: CUSTOMER, parts: [part] };
    const [notice] = noticesOf(event('order.closing', closing));
    expect(notice).toMatchObject({
      ...{ to: { user: CUSTOMER }, kind: 'order.closing', about: ORDER },
      link: { path: `/orders/${ORDER}` },
    });
    expect(notice?.words(TIME_ZONE).title).toContain(CODE);
    expect(notice?.words(TIME_ZONE).text).toContain('Hollow Creek: Friday at 12 PM');
  });
});

describe('a change by which a farm has less', () => {
  const lineChange = { productId: PRODUCT, from: 3, to: 2, cost: -2.5 };
  const changeBy = (role: Role, to: number): PartChange => ({
    ...{ _id: '6'.repeat(24), at, kind: 'shorted', by: { role, name: 'Fay' } },
    ...{ lines: [{ ...lineChange, to }], reason: null, declineReason: null, goods: null },
  });
  it.each([
    ['farmer', 2, 'order.short'],
    ['farmer', 4, 'order.changed'],
    ['customer', 2, 'order.changed'],
    ['admin', 2, 'order.changed'],
  ] as const)('of the %s, from 3 to %d, is %s', (role, to, kind) => {
    const part = partOf('accepted', 'pickup');
    const change = { from: part.status, changes: [changeBy(role, to)] };
    const [notice] = noticesOf(event('order.part-changed', { ...partChanged(part), ...change }));
    expect(notice?.kind).toBe(kind);
  });
});

describe('low or empty stock', () => {
  const alert = { productId: PRODUCT, farmId: FARM, name: 'Plums', onHand: 3, unit: 'lb' } as const;

  it('makes a notice for the farm’s owner, with the rest and its unit', () => {
    const [low] = noticesOf(event('product.low-stock', alert));
    expect(low).toMatchObject({ to: { ownerOf: FARM }, kind: 'stock.low' });
    expect(low?.words(TIME_ZONE)).toMatchObject({
      title: 'Plums is running low',
      text: 'Only 3 lb left.',
    });
    const [out] = noticesOf(event('product.sold-out', { ...alert, onHand: 0 }));
    expect(out).toMatchObject({ to: { ownerOf: FARM }, kind: 'stock.sold_out' });
    expect(out?.words(TIME_ZONE).title).toBe('Plums is sold out');
  });
});

describe('an account', () => {
  const user = {
    _id: CUSTOMER,
    name: 'Cara',
    firstName: 'Cara',
    lastName: '',
    email: 'cara@example.test',
    role: 'customer',
    imageUrl: null,
    phone: null,
    farmId: null,
    createdAt: at,
    version: 2,
  } as UserDto;

  it.each(userStatusSchema.options)('set to %s makes a notice with the reason', (status) => {
    const from: UserStatus = status === 'active' ? 'suspended' : 'active';
    const payload = { user: { ...user, status }, from, reason: 'Because' };
    const [notice] = noticesOf(event('user.status-changed', payload));
    expect(notice).toMatchObject({ to: { user: CUSTOMER }, kind: `account.${status}` });
    expect(notice?.words(TIME_ZONE).text).toContain('“Because”');
  });
});

describe('a farm', () => {
  const application = (status: FarmStatus, decisionReason: string | null) =>
    ({
      _id: FARM,
      ownerId: CUSTOMER,
      name: 'Hollow Creek',
      status,
      appliedAt: at,
      decisionReason,
    }) as OwnFarmDto;
  const decided = (status: FarmStatus, reason: string | null = null) =>
    noticesOf(event('farm.application-changed', { application: application(status, reason) }));

  it.each(['approved', 'refused'] as const)(
    'that is %s gets a notice, with the reason',
    (status) => {
      const [notice] = decided(status, 'Nice pictures');
      expect(notice).toMatchObject({ to: { user: CUSTOMER }, kind: `farm.${status}` });
      expect(notice?.words(TIME_ZONE).text).toContain('“Nice pictures”');
      expect(decided(status)[0]?.words(TIME_ZONE).text).not.toContain('reason');
    },
  );

  it('that applies gets no notice', () => {
    expect(decided('pending')).toEqual([]);
  });

  it('that is created gets a welcome, but none if it is approved already, as by a seed', () => {
    const created = (status: FarmStatus) =>
      noticesOf(event('farm.created', { farm: application(status, null), ownerId: CUSTOMER }));
    const [notice] = created('pending');
    expect(notice).toMatchObject({ to: { user: CUSTOMER }, kind: 'farm.created' });
    expect(notice?.words(TIME_ZONE).title).toContain('Hollow Creek');
    expect(created('approved')).toEqual([]);
  });
});

describe('an event of a favourite', () => {
  const favouriteNotices = (more: Partial<FavouriteUpdate> = {}) =>
    noticesOf(
      event('favourites.news', {
        news: 'picked',
        marked: 'products',
        customerIds: [CUSTOMER, ORDER],
        productId: PRODUCT,
        productName: 'Carrots',
        farmId: FARM,
        farmName: 'Hollow Creek',
        day: '2026-11-20',
        ...more,
      }),
    );

  it('makes a notice for each of its customers, with the product and its farm', () => {
    for (const kind of ['restocked', 'picked'] as const) {
      const notices = favouriteNotices({ news: kind });
      expect(notices.map(({ to }) => to)).toEqual([{ user: CUSTOMER }, { user: ORDER }]);
      const [notice] = notices;
      expect(notice).toMatchObject({
        kind: `favourite.${kind}`,
        link: { path: `/products/${PRODUCT}` },
      });
      const words = notice?.words(TIME_ZONE);
      expect(words?.title).toContain('Carrots');
      expect(words?.text).toContain('Hollow Creek');
    }
    expect(favouriteNotices({ marked: 'farms' })[0]?.words(TIME_ZONE).title).toContain(
      'Hollow Creek',
    );
  });

  it('makes one notice a day per marked product, and one per marked farm', () => {
    const keyOf = (more: Partial<FavouriteUpdate>) => favouriteNotices(more)[0]?.deduplicationKey;
    const other = { productId: CUSTOMER };
    expect(keyOf({ news: 'restocked' })).toBe(keyOf({}));
    expect(keyOf({ day: '2026-11-21' })).not.toBe(keyOf({}));
    expect(keyOf(other)).not.toBe(keyOf({}));
    expect(keyOf({ marked: 'farms', ...other })).toBe(keyOf({ marked: 'farms' }));
    expect(keyOf({ marked: 'farms' })).not.toBe(keyOf({}));
  });
});

describe('a message', () => {
  const conversation: Conversation = {
    ...{ _id: '5'.repeat(24), orderId: ORDER, code: CODE, farmId: FARM, farmName: 'Hollow Creek' },
    customer: { _id: CUSTOMER, name: 'Cara Customer' },
    ...{ unread: { customer: 1, farm: 1 }, read: { customer: 0, farm: 0 } },
    ...{ lastMessageAt: at, version: 1 },
  };
  const noticeOf = (from: ConversationSide, author: string) =>
    noticesOf(
      event('message.sent', {
        message: {
          ...{ _id: '6'.repeat(24), orderId: ORDER, partId: conversation._id, number: 3, from },
          ...{ author, text: 'Cheap at www.evil.example', pictures: [], sentAt: at },
          ...{ removedAt: null, reported: false, version: 1 },
        },
        conversation,
      }),
    )[0];

  it.each([
    ['customer', { ownerOf: FARM }, `Cara Customer wrote to you about order ${CODE}`],
    ['farm', { user: CUSTOMER }, `Hollow Creek wrote to you about order ${CODE}`],
  ] as const)('of the %s is told to the other side, without its words', (from, to, title) => {
    const notice = noticeOf(from, from === 'farm' ? 'Frida Farmer' : 'Cara Customer');
    expect(notice).toMatchObject({ to, kind: 'message.received' });
    expect(notice?.deduplicationKey).toBe(`message:${conversation._id}:3`);
    const words = notice?.words(TIME_ZONE);
    expect(words?.title).toBe(title);
    expect(JSON.stringify(words)).not.toContain('evil');
  });
});

describe('a report of a problem', () => {
  const open: OrderProblem = {
    ...{ _id: '7'.repeat(24), orderId: ORDER, code: CODE, partId: '5'.repeat(24) },
    ...{ farmId: FARM, farmName: 'Hollow Creek', feeRate: 800, payment: 'card' },
    customer: { _id: CUSTOMER, name: 'Cara Customer' },
    lines: [
      {
        ...{ productId: PRODUCT, name: 'Carrots', image: '/c.svg', unit: 'lb', price: 2.5 },
        ...{ came: 2, quantity: 1.5, kind: 'damaged', refundable: 5 },
      },
    ],
    ...{ text: null, pictures: [], status: 'open', reportedAt: at, answer: null, version: 1 },
  };
  const answeredBy = (
    role: Role,
    outcome: ProblemOutcome,
    { payment = open.payment, credit = outcome === 'credit' ? 3.75 : 0 } = {},
  ) => {
    const amount = outcome === 'none' ? 0 : 3.75;
    const lines = outcome === 'none' ? [] : [{ productId: PRODUCT, amount }];
    const answer = {
      outcome,
      lines,
      amount,
      credit,
      reason: 'A hard frost',
      by: { role, name: 'Fay' },
      at,
    };
    const problem = { ...open, payment, status: 'answered' as const, answer, version: 2 };
    return noticesOf(event('problem.answered', { problem }));
  };

  it('makes a notice for the farm, with what is wrong', () => {
    const [notice] = noticesOf(event('problem.reported', { problem: open }));
    expect(notice).toMatchObject({ to: { ownerOf: FARM }, kind: 'problem.reported' });
    expect(notice?.words(TIME_ZONE)).toMatchObject({
      title: `Cara Customer reports a problem with order ${CODE}`,
      details: [{ label: '1.5 lb Carrots', value: 'damaged' }],
    });
  });

  it.each([
    ['tender', 'Hollow Creek refunds $3.75', 'to your card'],
    ['credit', '$3.75 of store credit', 'next order'],
    ['none', 'Hollow Creek answered', 'Nothing is refunded'],
  ] as const)('that is answered with %s makes one for the customer', (outcome, title, text) => {
    const notices = answeredBy('farmer', outcome);
    expect(notices).toMatchObject([
      { to: { user: CUSTOMER }, kind: 'problem.answered', link: { path: `/orders/${ORDER}` } },
    ]);
    const words = notices[0]?.words(TIME_ZONE);
    expect(words?.title).toContain(title);
    expect(words?.text).toContain(text);
    expect(words?.text).toContain('“A hard frost”');
    expect(words?.details).toEqual(
      outcome === 'none' ? [] : [{ label: 'Carrots', value: '$3.75' }],
    );
  });

  it('that was paid in cash is paid back by the farm', () => {
    const [notice] = answeredBy('farmer', 'tender', { payment: 'pay_on_handover' });
    expect(notice?.words(TIME_ZONE).text).toContain('Hollow Creek pays it back to you');
  });

  it('that store credit paid in part returns as both', () => {
    const text = answeredBy('farmer', 'tender', { credit: 1.25 })[0]?.words(TIME_ZONE).text;
    expect(text).toContain('$2.50 goes back to your card');
    expect(text).toContain('is not charged if your card has not paid yet');
    expect(text).toContain('$1.25 returns as store credit');
  });

  it('that an admin answers asks the farm for the cash that it has', () => {
    const [, notice] = answeredBy('admin', 'tender', { payment: 'pay_on_handover' });
    expect(notice?.words(TIME_ZONE).text).toContain('Please pay $3.75 back');
  });

  it('that an admin answers makes one for the farm, too', () => {
    const notices = answeredBy('admin', 'tender');
    expect(notices.map(({ to }) => to)).toEqual([{ user: CUSTOMER }, { ownerOf: FARM }]);
    expect(notices[0]?.words(TIME_ZONE).title).toContain('Farmgate refunds $3.75');
    expect(notices[1]?.words(TIME_ZONE).text).toContain('taken from your balance');
  });
});
