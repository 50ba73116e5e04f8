import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Types } from 'mongoose';
import {
  addressBookSchema,
  type CheckoutPayment,
  cartDtoSchema,
  checkoutPaymentSchema,
  contactMessagesPageSchema,
  type FarmStep,
  type Fulfilment,
  handOverCodesSchema,
  type Id,
  type MessageReport,
  messageReportSchema,
  messageSchema,
  type OrderDto,
  type OrderProblem,
  type OwnFarmDto,
  type OwnReviewDto,
  type OwnSlotDto,
  orderDtoSchema,
  orderProblemSchema,
  ownFarmDtoSchema,
  ownReviewDtoSchema,
  type PayCheckout,
  type PushDeviceRequest,
  pushDtoSchema,
  type Role,
  type SavedAddress,
} from '#libs/contracts';
import { type CrewRole, REDIS } from '#libs/platform';
import { Marketplace, type MarketplaceWish } from './marketplace.js';
import type { TestFarm, TestPerson } from './people-and-goods.js';
import { NO_PUSH_SERVICE } from './push-service.js';
import { ADDRESS } from './samples.js';
import { TEST_VAPID } from './test-vapid.js';
import { waitFor } from './wait-for.js';

type Product = Awaited<ReturnType<Marketplace['product']>>;

/** Delivered order lines, and so the maximum number of reviews. */
const RECEIVED_LINES = 24;

/**
 * A marketplace with a user of every role, an entity of every kind and methods to create more: everything for a valid
 * call of any operation. Entities with an owner belong to `customer` or `farm`.
 */
export class StockedShop {
  private unreviewed = 0;

  private constructor(
    readonly market: Marketplace,
    readonly customer: TestPerson,
    readonly otherCustomer: TestPerson,
    readonly farm: TestFarm,
    readonly otherFarm: TestFarm,
    /** A farmer whose farm waits for the decision on its application. */
    readonly pending: TestPerson,
    /** Who work for `farm`. */
    readonly crew: Readonly<Record<CrewRole, TestPerson>>,
    readonly admin: TestPerson,
    readonly product: Product,
    /** A product of the other farm. */
    readonly onSale: Product,
    readonly order: OrderDto,
    private readonly received: OrderDto,
  ) {}

  static async open(wish: MarketplaceWish = {}): Promise<StockedShop> {
    const market = await Marketplace.open(wish);
    const [customer, otherCustomer, farm, otherFarm, pending, admin] = await Promise.all([
      market.person('customer'),
      market.person('customer'),
      market.farm(),
      market.farm(),
      market.person('farmer'),
      market.person('admin'),
    ]);
    const crew = {
      packer: await market.member(farm, 'packer'),
      driver: await market.member(farm, 'driver'),
    };
    const product = await market.product(farm, { stock: 1_000 });
    const onSale = await market.product(otherFarm);
    const order = await market.order(customer, [[product, 1]]);
    const products = await Promise.all(
      Array.from({ length: RECEIVED_LINES }, (_, n) => market.product(farm, { name: `Kale ${n}` })),
    );
    const bought = await market.order(
      customer,
      products.map((one) => [one, 1] as const),
    );
    const received = await deliver(farm, bought);
    await market.settled();
    await applyToSell(pending);
    return new StockedShop(
      market,
      customer,
      otherCustomer,
      farm,
      otherFarm,
      pending,
      crew,
      admin,
      product,
      onSale,
      order,
      received,
    );
  }

  close(): Promise<void> {
    return this.market.close();
  }

  /** The user of this role who owns the entities. */
  personOf(role: Role): TestPerson {
    return { customer: this.customer, farmer: this.farm.farmer, admin: this.admin }[role];
  }

  /** The id of the customer's device, which another person may have taken or removed. */
  async newDevice(): Promise<Id> {
    const { body } = await this.customer.client.put('/push/devices', deviceAt('customers'));
    const [device] = pushDtoSchema.parse(body).devices;
    if (!device) throw new Error('the device was not added');
    return device._id;
  }
  newProduct = () => this.market.product(this.farm);
  newOrder = () => this.market.order(this.customer, [[this.product, 1]]);
  /** A packed delivery without a day, which drivers see today. */
  async newStop(): Promise<{ _id: Id; version: number }> {
    const farms = { [this.farm.id]: { fulfilment: 'delivery' as const } };
    const order = await this.market.order(this.customer, [[this.product, 1]], { farms });
    const [{ _id: partId, version } = { _id: '', version: 0 }] = order.parts;
    for (const [n, status] of ['accepted', 'packed'].entries())
      await this.farm.farmer.client.patch(`/orders/${order._id}/parts/${partId}`, {
        status,
        version: version + n,
      });
    // The farm may have schedules by now, whose first slot may be of another day.
    await this.market
      .collection('orders')
      .updateOne({ _id: new Types.ObjectId(order._id) }, { $set: { 'parts.0.slot': null } });
    return { _id: order._id, version: version + 2 };
  }

  /** An order in the last slot of a schedule of its own, which no other call changes. */
  async newOrderWithDay(): Promise<OrderDto> {
    const { _id, method } = await this.newSchedule();
    const slots = await this.market.slots(this.farm);
    const slotId = slots.findLast(({ scheduleId }) => scheduleId === _id)?._id;
    const farms = { [this.farm.id]: { fulfilment: method, ...(slotId && { slotId }) } };
    return this.market.order(this.customer, [[this.product, 1]], { farms });
  }

  newSchedule = () => this.market.schedule(this.farm);
  /** An open slot of the farm without orders; those of other calls have some, by the time of day. */
  async openSlot(): Promise<OwnSlotDto> {
    const open = async () =>
      (await this.market.slots(this.farm)).find(
        ({ state, taken }) => state === 'open' && taken === 0,
      );
    const slot = (await open()) ?? ((await this.newSchedule()) && (await open()));
    if (!slot) throw new Error('a schedule without slots');
    return slot;
  }

  /** A delivered line without a review. */
  newReceipt(): { orderId: Id; productId: Id } {
    const line = this.received.parts[0]?.lines[this.unreviewed++];
    if (!line) throw new Error(`there are only ${RECEIVED_LINES} lines to review`);
    return { orderId: this.received._id, productId: line.productId };
  }

  async newReview(): Promise<OwnReviewDto> {
    const body = { ...this.newReceipt(), rating: 4, text: 'Sweet.' };
    return ownReviewDtoSchema.parse(await made(this.customer, 'POST', '/reviews', body));
  }

  /** The code of a part that is on its way or ready, on whatever day; the market takes no fee, so that no balance changes. */
  async newHandOverCode(fulfilment: Fulfilment = 'delivery'): Promise<string> {
    const farms = { [this.farm.id]: { fulfilment } };
    const order = await this.market.order(this.customer, [[this.product, 1]], { farms });
    const near = fulfilment === 'delivery' ? 'out_for_delivery' : 'ready_for_pickup';
    const { _id } = await move(this.farm, order, ['accepted', 'packed', near]);
    await this.market
      .collection('orders')
      .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { 'parts.0.slot': null, feeRate: 0 } });
    const body = await made(this.customer, 'GET', `/orders/${_id}/hand-over-codes`);
    return handOverCodesSchema.parse(body).parts[0]?.code ?? '';
  }

  /** A report of a line that was handed over, and where to send it. */
  async newReport(): Promise<{ path: string; body: object }> {
    const { _id, parts } = await deliver(this.farm, await this.newOrder());
    const productId = this.product._id.toString();
    return {
      path: `/orders/${_id}/parts/${parts[0]?._id}/problems`,
      body: { lines: [{ productId, quantity: 1, kind: 'damaged' }] },
    };
  }

  /** A message of this side about a new order; reported by the other side. */
  async newReportedMessage(from: 'customer' | 'farm'): Promise<MessageReport> {
    const { path } = await this.newMessage(from);
    const reader = from === 'customer' ? this.farm.farmer : this.customer;
    const body = { reason: 'An advertisement' };
    return messageReportSchema.parse(await made(reader, 'POST', `${path}/report`, body));
  }

  /** A message of this side about a new order, where its conversation is, and its own path below. */
  async newMessage(from: 'customer' | 'farm'): Promise<{ messages: string; path: string }> {
    const { _id, parts } = await this.newOrder();
    const messages = `/orders/${_id}/parts/${parts[0]?._id}/messages`;
    const writer = from === 'customer' ? this.customer : this.farm.farmer;
    const sent = await made(writer, 'POST', messages, { text: 'Is five o’clock right?' });
    return { messages, path: `${messages}/${messageSchema.parse(sent)._id}` };
  }

  async newProblem(): Promise<OrderProblem> {
    const { path, body } = await this.newReport();
    return orderProblemSchema.parse(await made(this.customer, 'POST', path, body));
  }

  /** Adds an address to the customer's book; returns it with the book's version. */
  async newAddress(): Promise<{ address: SavedAddress; version: number }> {
    const body = await made(this.customer, 'POST', '/users/me/addresses', ADDRESS);
    const { addresses, version } = addressBookSchema.parse(body);
    const address = addresses.at(-1);
    if (!address) throw new Error('the address was not kept');
    return { address, version };
  }

  /** Puts a product into the cart; returns the cart's version. */
  async filledCart(customer: TestPerson): Promise<number> {
    const path = `/cart/items/${this.product._id}`;
    return cartDtoSchema.parse(await made(customer, 'PUT', path, { quantity: 1 })).version;
  }

  async newHold(): Promise<Id> {
    const version = await this.filledCart(this.customer);
    const hold = await made(this.customer, 'POST', '/checkout/holds', { version });
    return (hold as { _id: Id })._id;
  }

  /** Needs the test cards. */
  async newPayment(body: PayCheckout): Promise<CheckoutPayment> {
    return checkoutPaymentSchema.parse(
      await made(this.customer, 'POST', '/checkout/payments', body),
    );
  }

  /** An order whose authorisation has expired. */
  async newUnpaidOrder(body: PayCheckout): Promise<{ orderId: Id; amount: number }> {
    const { _id, amount } = await this.newPayment(body);
    const order = orderDtoSchema.parse(await made(this.customer, 'POST', '/orders', body.order));
    await this.market
      .collection('payments')
      .updateMany({ checkoutId: new Types.ObjectId(_id) }, { $set: { state: 'lapsed' } });
    return { orderId: order._id, amount };
  }

  /** A payment that the bank does not take back. */
  async newRefusedRefund(body: PayCheckout): Promise<{ id: Id; amount: number }> {
    const { _id } = await this.newPayment(body);
    await made(this.customer, 'POST', '/orders', body.order);
    const refused = { state: 'refund_refused', captured: 100, due: 0, waitsSince: new Date() };
    const payment = await this.market
      .collection('payments')
      .findOneAndUpdate({ checkoutId: new Types.ObjectId(_id) }, { $set: refused });
    return { id: payment?._id.toString() ?? '', amount: 1 };
  }

  /** A new farm whose application waits for a decision. */
  async newApplication(): Promise<OwnFarmDto> {
    return applyToSell(await this.market.person('farmer'));
  }

  async newContactMessage(): Promise<{ _id: Id; version: number }> {
    await this.market.visitor.post('/contact', CONTACT_MESSAGE, fromSomewhere());
    const body = await made(this.admin, 'GET', '/contact-messages');
    const [message] = contactMessagesPageSchema.parse(body).messages;
    if (!message) throw new Error('the message was not kept');
    return message;
  }

  /** The id of a failed job in the queue `mail`; its empty payload made it fail. */
  async newFailedJob(): Promise<string> {
    const queue = new Queue('mail', { connection: this.market.app.get<Redis>(REDIS) });
    const jobId = randomUUID();
    await queue.add('notification.mail', {}, { jobId, attempts: 1 });
    await waitFor('a job to fail', async () => (await queue.getJob(jobId))?.isFailed());
    await queue.close();
    return jobId;
  }
}

/** A valid message of the contact form. */
export const CONTACT_MESSAGE = {
  firstName: 'Ada',
  lastName: 'Field',
  email: 'ada@example.test',
  subject: 'Plums',
  message: 'When are they ripe?',
};

/** Headers with a random caller address, to avoid rate limits; used only if the marketplace trusts a proxy. */
export const fromSomewhere = (): Record<string, string> => {
  const [a, b, c] = [1, 2, 3].map(() => Math.floor(Math.random() * 250));
  return { 'x-forwarded-for': `10.${a}.${b}.${c}` };
};

async function made(
  { client }: TestPerson,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await client.call(method, path, body, { 'idempotency-key': randomUUID() });
  if (answer.status >= 400)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const deliver = (farm: TestFarm, order: OrderDto): Promise<OrderDto> =>
  move(farm, order, ['accepted', 'packed', 'out_for_delivery', 'delivered']);

async function move(
  { farmer }: TestFarm,
  order: OrderDto,
  steps: readonly FarmStep[],
): Promise<OrderDto> {
  let now = order;
  for (const status of steps) {
    const [part] = now.parts;
    const path = `/orders/${order._id}/parts/${part?._id}`;
    now = orderDtoSchema.parse(
      await made(farmer, 'PATCH', path, { status, version: part?.version }),
    );
  }
  return now;
}

async function applyToSell(farmer: TestPerson): Promise<OwnFarmDto> {
  const version = await waitFor('the farm to be opened', async () => {
    const { data } = ownFarmDtoSchema.safeParse((await farmer.client.get('/farms/mine')).body);
    return data?.version;
  });
  const farm = { name: 'Hollow Creek', city: 'Amherst', state: 'MA', fulfilment: ['delivery'] };
  await made(farmer, 'PATCH', '/farms/mine', { version, ...farm });
  return ownFarmDtoSchema.parse(await made(farmer, 'POST', '/farms/mine/application'));
}

/** A device whose push service does not answer. */
export const deviceAt = (path: string): PushDeviceRequest => ({
  endpoint: `https://${NO_PUSH_SERVICE}/${path}`,
  // any point of the curve is a browser's key
  keys: { p256dh: TEST_VAPID.VAPID_PUBLIC_KEY, auth: 'A'.repeat(22) },
  name: 'Phone',
  kinds: ['message'],
});
