import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { addMonths, type DomainEvent, monthOf, type OrderDto } from '#libs/contracts';
import { EventHandlers, Transactions } from '#libs/platform';
import { Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';
import type { Balance, Journal, LedgerMonth } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { LedgerCheckService } from './ledger-check.service.js';
import { MonthsService } from './months.service.js';
import { HANDLER, OrderBooks } from './order-books.service.js';

const MONTH_MS = 31 * 86_400_000;

let market: Marketplace;
let customer: TestPerson;
let admin: TestPerson;
let [apples, beans]: TestFarm[] = [];
beforeAll(async () => {
  market = await Marketplace.open();
  [customer, admin, apples, beans] = await Promise.all([
    market.person('customer'),
    market.person('admin'),
    market.farm(),
    market.farm(),
  ]);
});
afterAll(() => market.close());

const farmOf = (order: OrderDto, n: number): TestFarm => {
  const found = [apples, beans].find((farm) => farm?.id === order.parts[n]?.farmId);
  if (!found) throw new Error('no such farm');
  return found;
};

/** Orders goods of farm A for $10.00 and, if wanted, of farm B for $15.00; $4.99 for delivery up to $30. */
async function ordered(of: readonly ('A' | 'B')[] = ['A', 'B']): Promise<OrderDto> {
  const wanted = [
    ...(of.includes('A') && apples
      ? [[await market.product(apples, { price: 500 }), 2] as const]
      : []),
    ...(of.includes('B') && beans
      ? [[await market.product(beans, { price: 750 }), 2] as const]
      : []),
  ];
  const order = await market.order(customer, wanted);
  const isFirst = ({ farmId }: OrderDto['parts'][number]) => farmId === apples?.id;
  return {
    ...order,
    parts: [...order.parts.filter(isFirst), ...order.parts.filter((part) => !isFirst(part))],
  };
}

async function deliver(order: OrderDto, n: number): Promise<void> {
  const part = order.parts[n];
  let version = part?.version ?? 1;
  for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered']) {
    const ids = { orderId: order._id, partId: part?._id };
    const answer = await movePart(farmOf(order, n).farmer.client, ids, { status, version });
    expect(answer.status).toBe(200);
    version += 1;
  }
}

const change = (person: TestPerson, order: OrderDto, n: number, body: Record<string, unknown>) =>
  movePart(person.client, { orderId: order._id, partId: order.parts[n]?._id }, body);

/** `kind account cents` of each line of the order's journals. */
async function booked(order: OrderDto): Promise<string[]> {
  await market.settled();
  const journals = await market
    .collection<Journal>('journals')
    .find({ 'order._id': new Types.ObjectId(order._id) })
    .sort({ _id: 1 })
    .toArray();
  const nameOf = (account: string) =>
    account.replace(apples?.id ?? '', 'A').replace(beans?.id ?? '', 'B');
  return journals.flatMap(({ cause, lines }) =>
    lines.map(({ account, cents }) => `${cause.kind} ${nameOf(account)} ${cents}`),
  );
}

async function faults() {
  await market.settled();
  const { faults } = await market.app.get(LedgerCheckService).run(null);
  return faults;
}

describe('what hand-overs book', () => {
  it('books cash, fee and delivery fee with the hand-over, and splits the fee with the last', async () => {
    const order = await ordered();
    expect(await booked(order)).toEqual([]);
    await deliver(order, 0);
    const first = [
      'cash cash:A -1000',
      'cash farm:A 1000',
      'fee farm:A -80',
      'fee market:fees 80',
      'delivery cash:A -499',
      'delivery market:delivery 499',
    ];
    expect(await booked(order)).toEqual(first);
    await deliver(order, 1);
    expect(await booked(order)).toEqual([
      ...first,
      'cash cash:B -1500',
      'cash farm:B 1500',
      'fee farm:B -120',
      'fee market:fees 120',
      'split market:delivery -499',
      'split farm:A 200',
      'split farm:B 299',
    ]);
    expect(await faults()).toEqual([]);
  });

  it('books what came, gives the fee to the one that delivered, and undoes a mistake', async () => {
    const order = await ordered();
    const [line] = order.parts[0]?.lines ?? [];
    const short = { productId: line?.productId, quantity: 1 };
    await change(farmOf(order, 0).farmer, order, 0, {
      version: 1,
      lines: [short],
      declineReason: 'other',
    });
    await deliver({ ...order, parts: order.parts.map((one) => ({ ...one, version: 2 })) }, 0);
    await change(customer, order, 1, { version: 1, status: 'cancelled' });
    expect(await booked(order)).toEqual([
      'cash cash:A -500',
      'cash farm:A 500',
      'fee farm:A -40',
      'fee market:fees 40',
      'delivery cash:A -499',
      'delivery market:delivery 499',
      'split market:delivery -499',
      'split farm:A 499',
    ]);
    const undo = { version: 6, status: 'packed', reason: 'Not yet' };
    expect((await change(admin, order, 0, undo)).status).toBe(200);
    const sums = new Map<string, number>();
    for (const line of await booked(order)) {
      const [, account = '', cents] = line.split(' ');
      sums.set(account, (sums.get(account) ?? 0) + Number(cents));
    }
    expect([...sums.values()]).toEqual([...sums.keys()].map(() => 0));
    expect(await faults()).toEqual([]);
  });

  it('books an event once, also if it comes again or late', async () => {
    const order = await ordered(['A']);
    await deliver(order, 0);
    const lines = await booked(order);
    const events = await market.events({ name: 'order.part-changed', aggregateId: order._id });
    await market.forgetHandled(HANDLER, { aggregateId: order._id });
    for (const event of events.toReversed()) await market.handle(event);
    expect(await booked(order)).toEqual(lines);
    expect(await faults()).toEqual([]);
  });

  it('publishes the new entries to the farm, with its balance', async () => {
    const order = await ordered(['B']);
    await deliver(order, 0);
    await market.settled();
    const events = await market.events({ name: 'farm.money-changed' });
    const { payload } = events.at(-1) as DomainEvent<'farm.money-changed'>;
    expect(payload.statement).toMatchObject({ farmId: beans?.id, isClosed: false });
    expect(payload.balance).toBe(payload.statement.closing);
    expect(payload.entries).toMatchObject([
      {
        order: { code: order.code },
        goods: 15,
        marketFee: -1.2,
        deliveryShare: 4.99,
        cashTaken: -19.99,
        change: -1.2,
        feeRate: 800,
      },
    ]);
  });

  it('knows which events are not booked, by the name of its handler', () => {
    expect(market.app.get(EventHandlers).namesOf('order.part-changed')).toContain(HANDLER);
  });

  it('refuses lines that do not add up to zero', async () => {
    const lines = [{ account: 'market:fees', cents: 1 }] as const;
    const cause = { id: 'x', kind: 'correction' } as const;
    const book = market.app
      .get(Transactions)
      .run((session) =>
        market.app.get(LedgerService).book(session, [{ cause, at: new Date(), lines }]),
      );
    await expect(book).rejects.toThrow('does not add up to zero');
  });
});

describe('orders that are older than the ledger', () => {
  it('are booked at the times of their hand-overs, once, beside what events book', async () => {
    const order = await ordered();
    await deliver(order, 0);
    await market.settled();
    // as a build without a ledger leaves it
    const orderId = new Types.ObjectId(order._id);
    const at = new Date('2026-03-10T12:00:00.000Z');
    await market
      .collection('orders')
      .updateOne(
        { _id: orderId },
        { $unset: { feeRate: 1 }, $set: { 'parts.$[].timeline.$[step].at': at } },
        { arrayFilters: [{ 'step.status': 'delivered' }] },
      );
    const own = await market
      .collection<Journal>('journals')
      .find({ 'order._id': orderId })
      .toArray();
    await unbook(own);
    const names = async () => (await faults()).map(({ kind, name }) => `${kind} ${name}`);
    expect(await names()).toEqual([`order ${order.code}`]);

    const books = market.app.get(OrderBooks);
    expect(await books.openAll()).toBe(1);
    expect(await books.openAll()).toBe(0);
    expect(await names()).toEqual([]);
    const opened = await market
      .collection<Journal>('journals')
      .find({ 'order._id': orderId })
      .toArray();
    expect(opened.map(({ month, at: time }) => [month, time.getTime()])).toEqual(
      opened.map(() => ['2026-03', at.getTime()]),
    );
    await deliver(order, 1);
    expect((await booked(order)).slice(-3)).toEqual([
      'split market:delivery -499',
      'split farm:A 200',
      'split farm:B 299',
    ]);
    expect(await names()).toEqual([]);
  });

  it('are booked with an event of a build that knows no ledger', async () => {
    const order = await ordered();
    await deliver(order, 0);
    await market.settled();
    const before = await booked(order);
    const journals = market.collection<Journal>('journals');
    const own = { 'order._id': new Types.ObjectId(order._id) };
    await unbook(await journals.find(own).sort({ number: 1 }).toArray());
    const events = await market.events({ name: 'order.part-changed', aggregateId: order._id });
    const last = events.at(-1) as DomainEvent<'order.part-changed'>;
    const { money: _, ...old } = last.payload;
    const id = new Types.ObjectId().toString();
    await market.handle({ ...last, id, payload: old });
    expect(await booked(order)).toEqual(before);
    expect(await market.app.get(OrderBooks).openAll()).toBe(0);
    expect(await faults()).toEqual([]);
  });

  /** Removes the last journals of the running month, with all that they changed. */
  async function unbook(journals: readonly Journal[]): Promise<void> {
    const [first] = journals;
    if (!first) throw new Error('nothing is booked');
    const stored = market.collection<Journal>('journals');
    await stored.deleteMany({ _id: { $in: journals.map(({ _id }) => _id) } });
    await market
      .collection<LedgerMonth>('ledgerMonths')
      .updateOne(
        { _id: first.month },
        { $set: { journals: first.number - 1, hash: first.previous } },
      );
    for (const journal of journals)
      for (const { account, cents } of journal.lines)
        await market
          .collection<Balance>('balances')
          .updateOne({ _id: `${journal.month} ${account}` }, { $inc: { cents: -cents } });
    for (const account of new Set(journals.flatMap(({ lines }) => lines.map((l) => l.account)))) {
      const left = await stored.countDocuments({ month: first.month, 'lines.account': account });
      const farmId = /^farm:(.*)/.exec(account)?.[1];
      const cash = farmId && { 'lines.account': { $in: [account, `cash:${farmId}`] } };
      const count = cash ? await stored.countDocuments({ month: first.month, ...cash }) : left;
      await market
        .collection<Balance>('balances')
        .updateOne({ _id: `${first.month} ${account}` }, { $set: { journals: count } });
    }
  }
});

describe('a closed month', () => {
  const nextMonth = () => Date.now() + MONTH_MS;

  it('gets no more journals: what comes later counts in the next', async () => {
    const order = await ordered(['A']);
    await deliver(order, 0);
    await market.settled();
    const running = monthOf(new Date().toISOString());
    const months = market.app.get(MonthsService);
    expect(await months.close(Date.now())).toContain('2026-03');
    expect(await months.close(nextMonth())).toEqual([running]);
    expect(await months.close(nextMonth())).toEqual([]);
    const late = await ordered(['A']);
    await deliver(late, 0);
    await market.settled();
    const journals = await market
      .collection<Journal>('journals')
      .find({ 'order.code': { $in: [order.code, late.code] } })
      .toArray();
    expect(new Map(journals.map((journal) => [journal.order?.code, journal.month]))).toEqual(
      new Map([
        [order.code, running],
        [late.code, addMonths(running, 1)],
      ]),
    );
    expect(await faults()).toEqual([]);
  });

  it('stays open for some hours', async () => {
    const months = market.app.get(MonthsService);
    const end = Date.parse(`${addMonths(monthOf(new Date().toISOString()), 2)}-01T00:00:00.000Z`);
    expect(await months.close(end + 5 * 3_600_000)).toEqual([]);
    expect(await months.close(end + 7 * 3_600_000)).toHaveLength(1);
  });

  it('names each journal that was changed, taken or added by hand', async () => {
    const journals = market.collection<Journal>('journals');
    const running = monthOf(new Date().toISOString());
    const at = (number: number) => ({ month: running, number });
    const broken = async (harm: () => Promise<unknown>, mend: () => Promise<unknown>) => {
      await harm();
      const found = (await faults()).map(({ kind, name }) => `${kind} ${name}`);
      await mend();
      expect(await faults()).toEqual([]);
      return found;
    };
    const second = await journals.findOne(at(2));
    if (!second) throw new Error('there are too few journals');
    const { _id, ...content } = second;
    const put = () => journals.replaceOne({ _id }, content, { upsert: true });

    const reason = { $set: { reason: 'for a friend' } };
    expect(await broken(() => journals.updateOne({ _id }, reason), put)).toEqual([
      `journal-changed ${running}/2`,
    ]);
    expect(await broken(() => journals.deleteOne({ _id }), put)).toContain(
      `journal-missing ${running}/2`,
    );
    const cents = { $inc: { 'lines.0.cents': 1 } };
    expect(await broken(() => journals.updateOne({ _id }, cents), put)).toEqual(
      expect.arrayContaining([
        `journal-changed ${running}/2`,
        `journal-unbalanced ${running}/2`,
        `balance ${running} ${second.lines[0]?.account}`,
      ]),
    );
    const extra = {
      ...content,
      number: 9_999,
      cause: { id: 'extra', kind: 'correction' as const },
    };
    expect(
      await broken(
        () => journals.insertOne({ _id: new Types.ObjectId(), ...extra }),
        () => journals.deleteOne({ 'cause.id': 'extra' }),
      ),
    ).toContain(`journal-added ${running}/9999`);
    const months = market.collection<LedgerMonth>('ledgerMonths');
    const stored = await months.findOne({ _id: running });
    expect(
      await broken(
        () => months.updateOne({ _id: running }, { $set: { journals: 1 } }),
        () => months.replaceOne({ _id: running }, { ...stored } as LedgerMonth),
      ),
    ).toContain(`month-changed ${running}`);
  });
});
