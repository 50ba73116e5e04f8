import { beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { Tally, tallyEvent, tallyOrder } from '#libs/analytics';
import {
  type ChangePart,
  type DomainEvent,
  declineReasonSchema,
  type ErrorCode,
  fromThousandths,
  goodsFateSchema,
  isLive,
  nextStep,
  orderTotals,
  type PartSlot,
  partStatusSchema,
  type Role,
  toDollars,
} from '#libs/contracts';
import { DomainError, type Principal } from '#libs/platform';
import type { Product } from '#libs/products';
import { newLine } from './new-order.js';
import type { Actor, Order, Part } from './order.model.js';
import { orderPlaced, partChanged } from './order-events.js';
import { toCountedOrder } from './orders-count.js';
import { editOf, folded, type PartEdit, withEdit } from './part-edit.js';
import { withPayment } from './payment.js';

const HISTORIES = 1_000;
const STEPS = 14;
const START = Date.parse('2026-11-20T10:00:00.000Z');
const SLOT = { cutOffAt: new Date(START + 6 * 3_600_000).toISOString() } as PartSlot;

const farms = [new Types.ObjectId(), new Types.ObjectId()] as const;
const products = farms.flatMap((farm, at) =>
  [333, 125, 1_999, 500].map(
    (price, n) =>
      ({
        _id: new Types.ObjectId(),
        farm: { _id: farm },
        name: `Goods ${at}/${n}`,
        category: 'roots',
        unit: n === 3 ? 'each' : 'lb',
        price,
        images: [],
      }) as unknown as Product,
  ),
);

const principal = (role: Role, farmId: Types.ObjectId | null = null): Principal => ({
  userId: new Types.ObjectId().toString(),
  name: role,
  role,
  status: 'active',
  farmId: farmId?.toString() ?? null,
  farmRole: farmId && 'owner',
});
const customer = principal('customer');
const admin = principal('admin');
const farmers = farms.map((farm) => principal('farmer', farm));

/** A small deterministic random generator (linear congruential). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The value, of which nothing can be written any more: an edit makes a new order. */
function frozen<Value>(value: Value): Value {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (!isPlain || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value as object)) frozen(inner);
  return Object.freeze(value);
}

/** How often each thing happened in all histories: `kind:…`, `step:…` and `refused:…`. */
const happened = new Map<string, number>();
const count = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1);

/** An order of two farms that a customer, both farms and an admin change at random. */
class History {
  order: Order;
  /** By how much the stock of each product moved. */
  readonly stock = new Map<string, number>();
  /** The figures, from the events. */
  readonly figures = new Tally();
  private now = START;

  constructor(private readonly random: (below: number) => number) {
    this.order = frozen(this.placed());
    for (const { lines } of this.order.parts)
      for (const { productId, placed } of lines) this.move(productId, -placed);
    this.tell(orderPlaced(this.order));
  }

  step(): void {
    this.now += this.random(3_600_000);
    const part = this.pick(this.order.parts);
    const farm = farms.findIndex((id) => id.equals(part.farmId));
    const farmer = farmers[farm] ?? admin;
    if (this.random(4) === 0) {
      this.advance(part, farmer);
      return;
    }
    const actor = this.pick([customer, customer, farmer, admin]);
    const body = this.request(part, actor);
    this.send(part._id, actor, body);
    // Sent twice without its key, it has an old version.
    if (this.random(4) === 0) this.send(part._id, actor, body);
  }

  private placed(): Order {
    const at = new Date(START);
    const by: Actor = { userId: null, role: 'customer', name: 'customer' };
    const parts = farms.map((farmId, n): Part => {
      const own = products.filter(({ farm }) => farm._id.equals(farmId));
      const taken = own.filter((_, which) => which === 0 || this.random(2) === 0);
      const lines = taken.map((product) =>
        newLine({ product, amount: this.amount(product) || 1_000 }),
      );
      const timeline = [
        { status: 'placed' as const, at, by, reason: null, declineReason: null, goods: null },
      ];
      return {
        _id: new Types.ObjectId(),
        farmId,
        farmName: `Farm ${n}`,
        farmSlug: `farm-${n}`,
        fulfilment: this.pick(['delivery', 'pickup']),
        pickupPlace: null,
        slot: n === 0 ? SLOT : null,
        status: 'placed',
        subtotal: lines.reduce((sum, { total }) => sum + total, 0),
        note: null,
        payment: { status: 'due', amount: 0 },
        lines,
        timeline,
        changes: [],
        version: 1,
      };
    });
    return withPayment({
      _id: new Types.ObjectId(),
      code: 'FG-TEST2345',
      customer: { _id: new Types.ObjectId(customer.userId), name: 'customer' },
      address: {} as Order['address'],
      notes: null,
      deliveryFee: this.pick([0, 499]),
      status: 'Processing',
      payment: { method: 'pay_on_handover', status: 'due', amount: 0, paid: 0 },
      parts,
      search: [],
      version: 1,
      createdAt: at,
    });
  }

  /** The farm's next step with its part, if there is one. */
  private advance(part: Part, { userId, role, name }: Principal): void {
    const status = nextStep(part.status, part.fulfilment);
    if (!status) return;
    const by: Actor = { userId: new Types.ObjectId(userId), role, name };
    const why = { reason: null, declineReason: null, goods: null };
    const step = { status, at: new Date(this.now), by, ...why };
    this.commit(part, role, { changes: [], step, added: [] });
  }

  /** Anything that the contract accepts, from versions of any age. */
  private request(part: Part, { role }: Principal): ChangePart {
    const version = this.random(6) === 0 ? this.random(part.version + 2) + 1 : part.version;
    const why = {
      ...((role === 'admin' || this.random(3) === 0) && { reason: 'because' }),
      ...(role === 'farmer' && { declineReason: this.pick(declineReasonSchema.options) }),
      ...(role === 'admin' && this.random(2) && { goods: this.pick(goodsFateSchema.options) }),
    };
    if (this.random(6) === 0)
      return { version, status: this.pick(partStatusSchema.options), ...why };
    // mostly goods of this farm
    const own = products.filter(({ farm }) => farm._id.equals(part.farmId) || !this.random(30));
    const some = own.filter(() => this.random(3) === 0);
    const lines = (some.length > 0 ? some : own.slice(0, 1)).map((product) => ({
      productId: product._id.toString(),
      quantity: fromThousandths(this.amount(product)),
      ...(this.random(2) && { price: toDollars(product.price + Number(!this.random(20))) }),
    }));
    return { version, lines, ...why };
  }

  private send(partId: Types.ObjectId, actor: Principal, body: ChangePart): void {
    const part = this.part(partId);
    let edit: PartEdit;
    try {
      edit = editOf(part, actor, body, products, new Date(this.now));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      count(`refused:${error.code}`);
      if (body.version !== part.version) expect(error.code).toBe('VERSION_CONFLICT');
      return;
    }
    expect(body.version).toBe(part.version);
    this.commit(part, actor.role, edit);
  }

  private commit(part: Part, role: Role, edit: PartEdit): void {
    const before = this.order;
    const after = frozen(withEdit(before, part._id, edit, role));
    for (const { kind, lines } of edit.changes) {
      count(`kind:${kind}`);
      for (const { productId, from, to } of lines) this.move(productId, from - to);
    }
    if (edit.step) count(`step:${edit.step.status}`);
    this.order = after;
    this.check(before, part._id, role, edit);
    this.tell(partChanged(before, after, part._id));
  }

  /** What holds for every single commit. */
  private check(before: Order, partId: Types.ObjectId, role: Role, { changes }: PartEdit): void {
    const [old, now] = [before, this.order].map(({ parts }) =>
      parts.find(({ _id }) => _id.equals(partId)),
    );
    if (!old || !now) throw new Error('the part is gone');
    const others = ({ parts }: Order) =>
      JSON.stringify(parts.filter(({ _id }) => !_id.equals(partId)));
    const wrong = now.lines.filter(({ productId, ordered, amount }) => {
      const was = old.lines.find((line) => line.productId.equals(productId))?.ordered ?? 0;
      if (role === 'farmer' ? ordered !== was : role === 'admin' && ordered < was) return true;
      return amount > ordered || (amount > 0 && !isLive(now.status));
    });
    const cost = changes.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.cost, 0);
    if (role !== 'customer') expect(this.order.deliveryFee).toBe(before.deliveryFee);
    // One assertion, because each takes longer than a commit.
    expect({
      others: others(this.order),
      versions: [now.version, this.order.version],
      subtotal: now.subtotal,
      owesNothing: isLive(now.status) || now.subtotal === 0,
      wrong,
    }).toEqual({
      others: others(before),
      versions: [old.version + 1, before.version + 1],
      subtotal: old.subtotal + cost,
      owesNothing: true,
      wrong: [],
    });
  }

  private tell(events: ReturnType<typeof partChanged> | ReturnType<typeof orderPlaced>): void {
    for (const event of events)
      if (event.name === 'order.placed' || event.name === 'order.part-changed')
        this.figures.addAll(tallyEvent(sent(event), 'UTC'));
  }

  /** In whole steps that the unit can be divided into; often nothing. */
  private amount = ({ unit }: Product): number =>
    this.random(4) === 0 ? 0 : this.random(8) * (unit === 'each' ? 1_000 : 250);
  private pick = <Item>(items: readonly Item[]) => items[this.random(items.length)] as Item;
  private move(productId: Types.ObjectId, by: number): void {
    const id = productId.toString();
    this.stock.set(id, (this.stock.get(id) ?? 0) + by);
  }
  private part(id: Types.ObjectId): Part {
    const part = this.order.parts.find(({ _id }) => _id.equals(id));
    if (!part) throw new Error('the part is gone');
    return part;
  }
}

/** The event as handlers get it. */
const sent = ({ name, payload }: { name: string; payload: unknown }) =>
  JSON.parse(JSON.stringify({ name, payload })) as DomainEvent<
    'order.placed' | 'order.part-changed'
  >;

describe('1,000 random histories of an order, by a customer, its farms and an admin', () => {
  const histories: History[] = [];
  beforeAll(() => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = new History(seeded(seed * 7_919));
      for (let n = 0; n < STEPS; n++) history.step();
      histories.push(history);
    }
  });

  it('store the fold of what was placed and changed', () => {
    for (const { order } of histories)
      for (const part of order.parts) expect(folded(part)).toEqual(part);
  });

  it('have totals that are the sum of what comes', () => {
    for (const { order } of histories) {
      const { parts, deliveryFee, payment } = order;
      const sum = parts
        .flatMap(({ lines }) => lines)
        .reduce((cents, { price, amount }) => cents + Math.round((price * amount) / 1000), 0);
      const { goods, total } = orderTotals(parts, deliveryFee);
      expect([goods, payment.amount]).toEqual([sum, total]);
    }
  });

  it('move as much stock as comes', () => {
    for (const { order, stock } of histories) {
      const coming = new Map<string, number>();
      for (const { productId, amount } of order.parts.flatMap(({ lines }) => lines))
        coming.set(productId.toString(), -amount);
      expect(new Map([...stock].filter(([, by]) => by !== 0))).toEqual(
        new Map([...coming].filter(([, by]) => by !== 0)),
      );
    }
  });

  it('tell by their events the same figures as a count of what is stored', () => {
    for (const { order, figures } of histories) {
      const counted = new Tally();
      tallyOrder(counted, toCountedOrder(order), 'UTC');
      expect(figures.pruned().changes).toEqual(counted.pruned().changes);
    }
  });

  it('are of every kind, and are refused in every way', () => {
    const kinds = ['added', 'set', 'removed', 'cancelled', 'shorted', 'requantified', 'declined'];
    const codes: ErrorCode[] = [
      'VERSION_CONFLICT',
      'ORDER_CLOSED',
      'ORDER_TRANSITION_INVALID',
      'QUANTITY_INVALID',
      'PRICE_CHANGED',
      'VALIDATION_FAILED',
    ];
    const all = [
      ...[...kinds, 'intervened'].map((kind) => `kind:${kind}`),
      ...partStatusSchema.options.filter((s) => s !== 'placed').map((status) => `step:${status}`),
      ...codes.map((code) => `refused:${code}`),
    ];
    const rare = all.filter((what) => (happened.get(what) ?? 0) < 20);
    expect([rare, happened]).toEqual([[], happened]);
  });
});
