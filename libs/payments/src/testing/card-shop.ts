import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import {
  type CheckoutPayment,
  type CreditMoveKind,
  cartDtoSchema,
  checkoutPaymentSchema,
  creditEntriesPageSchema,
  creditSchema,
  type HoldDto,
  holdDtoSchema,
  type Id,
  type OrderDto,
  type OrderPayments,
  onboardingSchema,
  orderDtoSchema,
  orderPaymentsSchema,
  type PayCheckout,
  type Payouts,
  type PlaceOrder,
  payoutsSchema,
} from '#libs/contracts';
import {
  ADDRESS,
  type Answer,
  Marketplace,
  movePart,
  type TestFarm,
  type TestPerson,
  waitFor,
} from '#libs/testing';
import { CardIntentions } from '../card-intentions.service.js';
import type { CardPayment } from '../card-payment.model.js';
import { ConfiguredCards } from '../configured-cards.js';
import type { Balance, Journal } from '../journal.model.js';
import { LedgerCheckService } from '../ledger-check.service.js';
import { testPaymentSchema } from '../providers/test-payment.js';
import type { StoreCredit, StoredCreditEntry } from '../store-credit.model.js';

type Product = Awaited<ReturnType<Marketplace['product']>>;
const once = () => ({ 'idempotency-key': randomUUID() });

/** What is ordered of a farm: its goods, and how they come. */
export interface CardLine {
  readonly farm: 'apples' | 'beans';
  readonly quantity: number;
  readonly fulfilment: 'delivery' | 'pickup';
}
const APPLES: CardLine = { farm: 'apples', quantity: 2, fulfilment: 'delivery' };
const BEANS: CardLine = { farm: 'beans', quantity: 2, fulfilment: 'delivery' };
/** $10.00 of apples and $15.00 of beans, and $4.99 for the delivery. */
export const BOTH: readonly CardLine[] = [APPLES, BEANS];
export const ONE: readonly CardLine[] = [APPLES];
/** A new card, with a token for each of the two farms; test cards need no others for other payments. */
export const newCard = (token = 'success', { save = false } = {}) => ({
  kind: 'new' as const,
  tokens: [token, token],
  save,
});

/** A marketplace that takes test cards: two farms with one product each, and what an order by card goes through. */
export class CardShop {
  private constructor(
    readonly market: Marketplace,
    readonly customer: TestPerson,
    readonly admin: TestPerson,
    readonly farms: Readonly<Record<CardLine['farm'], TestFarm>>,
    readonly products: Readonly<Record<CardLine['farm'], Product>>,
  ) {}

  static async open(
    settings: Record<string, string> = { CARD_PROVIDER: 'test-cards' },
  ): Promise<CardShop> {
    const market = await Marketplace.open({ settings });
    const [customer, admin] = await Promise.all([
      market.person('customer'),
      market.person('admin'),
    ]);
    // one after the other: the payments of an order are sorted by the ids of their farms
    const [apples, beans] = [await market.farm(), await market.farm()];
    const products = {
      apples: await market.product(apples, { price: 500, stock: 100_000 }),
      beans: await market.product(beans, { price: 750, stock: 100_000 }),
    };
    return new CardShop(market, customer, admin, { apples, beans }, products);
  }

  /** The same shop, with another customer. */
  async asAnother(): Promise<CardShop> {
    const customer = await this.market.person('customer');
    return new CardShop(this.market, customer, this.admin, this.farms, this.products);
  }

  close(): Promise<void> {
    return this.market.close();
  }

  /** Begins to connect a farm's account at the provider; returns the provider's name of it. */
  async onboarded(farm: CardLine['farm']): Promise<string> {
    const { client } = this.farms[farm].farmer;
    const { url } = onboardingSchema.parse(
      (await client.post('/farms/mine/payouts/onboard', {})).body,
    );
    return url.split('/').find((part) => /^(seller|acct)_/.test(part)) ?? '';
  }

  /** A farm that is paid to its own account at the test cards. */
  async connect(farm: CardLine['farm']): Promise<string> {
    const seller = await this.onboarded(farm);
    await this.farms[farm].farmer.client.post('/test-cards/sellers', { seller });
    return seller;
  }

  async payoutsOf(farm: CardLine['farm']): Promise<Payouts> {
    const { body } = await this.farms[farm].farmer.client.get('/farms/mine/payouts');
    return payoutsSchema.parse(body);
  }

  /** What the market owes a farm, in cents. */
  async owed(farm: CardLine['farm']): Promise<number> {
    const { id } = this.farms[farm];
    const balances = await this.balances();
    return (balances[`farm:${id}`] ?? 0) + (balances[`cash:${id}`] ?? 0);
  }

  /** Fills the cart and holds it. */
  async hold(lines: readonly CardLine[], { client } = this.customer): Promise<HoldDto> {
    await client.delete('/cart');
    let cart: Answer | undefined;
    for (const { farm, quantity } of lines)
      cart = await client.put(`/cart/items/${this.products[farm]._id}`, { quantity });
    const { version } = cartDtoSchema.parse(cart?.body);
    const answer = await client.post('/checkout/holds', { version }, once());
    return holdDtoSchema.parse(answer.body);
  }

  /** Store credit of the customer, as if an order had given it. */
  async give(dollars: number): Promise<void> {
    const cents = Math.round(dollars * 100);
    const customerId = new Types.ObjectId(this.customer.user._id);
    await this.market
      .collection<StoreCredit>('storeCredits')
      .updateOne({ _id: customerId }, { $inc: { cents, version: 1 } }, { upsert: true });
    const order = { _id: new Types.ObjectId(), code: 'FG-GIVEN000', version: 1 };
    const entry = { _id: new Types.ObjectId(), customerId, order, kind: 'given' as const, cents };
    await this.market
      .collection<StoredCreditEntry>('creditEntries')
      .insertOne({ ...entry, at: new Date() });
  }

  /** What the customer has and what changed it, newest first. */
  async credit(): Promise<{ balance: number; moves: [CreditMoveKind, number][] }> {
    const { client } = this.customer;
    const { balance } = creditSchema.parse((await client.get('/credit')).body);
    const page = creditEntriesPageSchema.parse((await client.get('/credit/entries')).body);
    return { balance, moves: page.entries.map(({ kind, amount }) => [kind, amount]) };
  }

  /** The body of the order. */
  order(lines: readonly CardLine[], hold: HoldDto): PayCheckout['order'] {
    return {
      items: lines.map(({ farm, quantity }) => ({
        productId: this.products[farm]._id.toString(),
        quantity,
      })),
      holdId: hold._id,
      address: ADDRESS,
      farms: Object.fromEntries(
        lines.map(({ farm, fulfilment }) => [this.farms[farm].id, { fulfilment }]),
      ),
      payment: 'card',
    };
  }

  total(lines: readonly CardLine[]): number {
    const goods = lines.reduce(
      (sum, { farm, quantity }) => sum + (this.products[farm].price * quantity) / 100,
      0,
    );
    const isFree = goods > 30 || lines.every(({ fulfilment }) => fulfilment === 'pickup');
    return Math.round((goods + (isFree ? 0 : 4.99)) * 100) / 100;
  }

  pay(
    lines: readonly CardLine[],
    hold: HoldDto,
    token: string,
    { more = {}, who = this.customer }: { more?: object; who?: TestPerson } = {},
  ): Promise<Answer> {
    const card = newCard(token);
    const body = { order: this.order(lines, hold), card, total: this.total(lines), ...more };
    return who.client.post('/checkout/payments', body, once());
  }

  place(lines: readonly CardLine[], hold: HoldDto, more: object = {}): Promise<Answer> {
    return this.customer.client.post('/orders', { ...this.order(lines, hold), ...more }, once());
  }

  /** An order that a card pays; its parts are sorted as `lines`. */
  async ordered(
    lines: readonly CardLine[],
    token = 'success',
    more: Partial<PlaceOrder> = {},
  ): Promise<OrderDto> {
    const hold = await this.hold(lines);
    if (more.payment !== 'pay_on_handover')
      await this.authorised(lines, hold, token, { order: { ...this.order(lines, hold), ...more } });
    const order = orderDtoSchema.parse((await this.place(lines, hold, more)).body);
    const at = (farmId: Id) => lines.findIndex(({ farm }) => this.farms[farm].id === farmId);
    const parts = order.parts.toSorted((one, other) => at(one.farmId) - at(other.farmId));
    return { ...order, parts };
  }

  /** Pays, answers the challenges, and asks until the answer is known. */
  async authorised(
    lines: readonly CardLine[],
    hold: HoldDto,
    token: string,
    more: object = {},
  ): Promise<CheckoutPayment> {
    let payment = checkoutPaymentSchema.parse((await this.pay(lines, hold, token, { more })).body);
    for (let tries = 0; tries < 4 && /pending|challenge/.test(payment.state); tries++) {
      for (const challenge of payment.challenges)
        await this.customer.client.post('/test-cards/challenges', { challenge, passed: true });
      payment = await this.confirm(payment);
    }
    return payment;
  }

  async confirm({ _id }: CheckoutPayment): Promise<CheckoutPayment> {
    const { body } = await this.customer.client.post(`/checkout/payments/${_id}/confirm`, {});
    return checkoutPaymentSchema.parse(body);
  }

  async deliver(order: OrderDto, n: number): Promise<void> {
    const handover =
      order.parts[n]?.fulfilment === 'pickup' ? 'ready_for_pickup' : 'out_for_delivery';
    for (const status of ['accepted', 'packed', handover, 'delivered'])
      await this.change(this.farmerOf(order, n), order, n, { status });
  }

  farmerOf({ parts }: OrderDto, n: number): TestPerson {
    const { apples, beans } = this.farms;
    return parts[n]?.farmId === apples.id ? apples.farmer : beans.farmer;
  }

  /** A step or a change, at the version that is stored. */
  async change(who: TestPerson, order: OrderDto, n: number, body: object): Promise<Answer> {
    const partId = order.parts[n]?._id;
    const now = orderDtoSchema.parse((await this.admin.client.get(`/orders/${order._id}`)).body);
    const version = now.parts.find(({ _id }) => _id === partId)?.version;
    const ids = { orderId: order._id, partId };
    return movePart(who.client, ids, { version, ...body });
  }

  /** Lets everything happen that is still to happen, also what would wait for its next try. */
  async atRest(): Promise<void> {
    await this.market.settled();
    const payments = this.market.collection<CardPayment>('payments');
    await waitFor('every payment to be at rest', async () => {
      // An intention is open, or a question that somebody is asking now.
      const soon = new Date(Date.now() + 60_000);
      const unfinished = { $or: [{ open: { $ne: null } }, { nextAt: { $lte: soon } }] };
      await payments.updateMany(unfinished, { $set: { nextAt: new Date() } });
      await this.market.app.get(CardIntentions).sweep();
      await this.market.app.get(ConfiguredCards).testCards?.deliverDue();
      return (await payments.countDocuments(unfinished)) === 0;
    });
  }

  async paymentsOf({ _id }: Pick<OrderDto, '_id'>): Promise<OrderPayments['payments']> {
    const { body } = await this.customer.client.get(`/orders/${_id}/payments`);
    return orderPaymentsSchema.parse(body).payments;
  }

  /** What is stored of a checkout or an order. */
  stored(filter: { holdId: Id } | { orderId: Id }): Promise<CardPayment[]> {
    return this.market
      .collection<CardPayment>('payments')
      .find(
        'holdId' in filter
          ? { holdId: new Types.ObjectId(filter.holdId) }
          : { 'order._id': new Types.ObjectId(filter.orderId) },
      )
      .sort({ _id: 1 })
      .toArray();
  }

  /** The authorisations of an order expire. */
  async expire({ _id }: Pick<OrderDto, '_id'>): Promise<void> {
    const past = new Date(Date.now() - 1_000);
    const records = this.market.collection<{ _id: string; json: string }>('testCardRecords');
    for (const payment of await this.stored({ orderId: _id })) {
      if (payment.state !== 'authorised') continue;
      const { _id: id } = payment;
      const recordId = payment.authorization?.replace('auth_', '') ?? '';
      const record = await records.findOne({ _id: recordId });
      const json = JSON.stringify({ ...JSON.parse(record?.json ?? '{}'), expiresAt: past });
      await records.updateOne({ _id: recordId }, { $set: { json } });
      await this.market
        .collection<CardPayment>('payments')
        .updateOne({ _id: id }, { $set: { expiresAt: past, nextAt: past } });
    }
  }

  /** The books of the test cards, in cents. */
  async testCards() {
    const records = await this.market
      .collection<{ json: string }>('testCardRecords')
      .find()
      .toArray();
    const payments = records.flatMap(({ json }) => {
      const payment = testPaymentSchema.safeParse(JSON.parse(json));
      return payment.success ? [payment.data] : [];
    });
    const now = new Date();
    const sum = (cents: readonly number[]) => cents.reduce((total, next) => total + next, 0);
    const moved = (kind: 'refund' | 'transfer' | 'reverse') =>
      sum(
        payments.flatMap(({ moves }) =>
          moves.flatMap(({ act, cents }) => (act === kind ? [cents] : [])),
        ),
      );
    return {
      payments: payments.length,
      held: sum(
        payments.flatMap(({ state, expiresAt, cents }) =>
          state === 'challenge' || (state === 'held' && expiresAt > now) ? [cents] : [],
        ),
      ),
      captured: sum(payments.map(({ captured }) => captured)),
      refunded: moved('refund'),
      /** Less what was taken back. */
      transferred: moved('transfer') - moved('reverse'),
    };
  }

  /** The market's balances, in cents. */
  async balances(): Promise<Record<string, number>> {
    const balances = await this.market.collection<Balance>('balances').find().toArray();
    const sums: Record<string, number> = {};
    for (const { account, cents } of balances) sums[account] = (sums[account] ?? 0) + cents;
    return sums;
  }

  /** `kind account cents` of each line of an order's journals. */
  async journals({ _id }: Pick<OrderDto, '_id'>): Promise<string[]> {
    const found = await this.market
      .collection<Journal>('journals')
      .find({ 'order._id': new Types.ObjectId(_id) })
      .sort({ month: 1, number: 1 })
      .toArray();
    const { apples, beans } = this.farms;
    return found.flatMap(({ cause, lines }) =>
      lines.map(({ account, cents }) => {
        const name = account.replace(apples.id, 'apples').replace(beans.id, 'beans');
        return `${cause.kind} ${name} ${cents}`;
      }),
    );
  }

  async ledgerFaults() {
    return (await this.market.app.get(LedgerCheckService).run(null)).faults;
  }
}
