import type { Db, ObjectId } from 'mongodb';
import {
  type LedgerCheckDto,
  ledgerCheckQueuedSchema,
  moneyDeskSchema,
  type StatementEntry,
  statementSchema,
  statementsSchema,
} from '#libs/contracts';
import type { Person } from '../market-day/person';
import {
  expectedJournals,
  handedOver,
  type OrderRow,
  owedByCard,
  type PaymentRow,
  reservedCredit,
  sentToFarms,
  unpaidOf,
} from './expected-money';
import type { ProviderBooks } from './stripe-process';
import { resultOf } from './verdict';

interface CreditRow {
  readonly _id: ObjectId;
  readonly cents: number;
}
interface CreditEntryRow extends CreditRow {
  readonly customerId: ObjectId;
}
interface JournalRow {
  readonly _id: ObjectId;
  readonly month: string;
  readonly order: { readonly _id: ObjectId } | null;
  readonly lines: readonly { readonly account: string; readonly cents: number }[];
}

/** Compares the money of orders, journals, payments and the card provider without the application's code. */
export class MoneyCheck {
  constructor(
    private readonly db: Db,
    /** Orders since the beginning of the run. */
    private readonly since: { readonly _id: { readonly $gte: ObjectId } },
  ) {}

  /** Payments of which something is intended, to be asked or not done yet, and those that hold money for nobody. */
  async unfinished(): Promise<string[]> {
    const holds = await this.db
      .collection('holds')
      .find({ status: 'open' }, { projection: { _id: 1 } })
      .toArray();
    const open = new Set(holds.map(({ _id }) => String(_id)));
    return (await this.#payments()).flatMap((payment) => {
      const { _id, stage, state, holdId, due, captured, refunded, nextAt } = payment;
      const left = captured - refunded;
      const isHeld = state === 'authorised' || state === 'challenge';
      const isNamed = stage === 'order' || (stage === 'checkout' && open.has(String(holdId)));
      const wrong =
        (payment.open && 'has an open request') ||
        (nextAt && nextAt <= new Date() && 'has something to do') ||
        (state === 'intended' && 'is not sent') ||
        (isHeld && !isNamed && 'holds money for nothing') ||
        (isHeld && due !== null && `holds money, and owes ${due}`) ||
        (state === 'captured' && due !== null && due !== left && `has taken ${left}`) ||
        (sentToFarms(payment) > left && `has sent farms ${sentToFarms(payment)} of ${left}`);
      return wrong ? [`payment ${_id} (${stage}, ${state}) ${wrong}`] : [];
    });
  }

  /** Payments of which the provider's books say something else, and money there that no payment knows. */
  async atProvider(books: ProviderBooks): Promise<string[]> {
    const { paymentIntents, setupIntents, refunds, transfers } = books;
    const payments = await this.#payments();
    const intents = Object.values(paymentIntents);
    const known = new Map(payments.map((payment) => [payment.authorization, payment]));
    const sent = new Map(
      payments.flatMap((payment) => payment.transfers.map((one) => [one.reference, one] as const)),
    );
    const given = sums(
      Object.values(refunds).map(({ payment_intent, amount }) => [payment_intent, amount]),
    );
    return [
      ...intents.flatMap(({ id, amount_capturable: held, amount_received: taken }) => {
        const payment = known.get(id);
        const expected = {
          held: payment?.state === 'authorised' ? payment.cents : 0,
          taken: payment?.captured ?? 0,
          given: payment?.refunded ?? 0,
        };
        const found = { held, taken, given: given.get(id) ?? 0 };
        const [is, ought] = [JSON.stringify(found), JSON.stringify(expected)];
        return is === ought ? [] : [`${id} (payment ${payment?._id}) is ${is}, expected ${ought}`];
      }),
      ...payments.flatMap(({ _id, authorization }) =>
        authorization === null || authorization in { ...paymentIntents, ...setupIntents }
          ? []
          : [`payment ${_id} names ${authorization}, which the provider does not know`],
      ),
      ...[...new Set([...sent.keys(), ...Object.keys(transfers)])].flatMap((reference) => {
        const { amount, amount_reversed } = transfers[reference] ?? {};
        const { cents, reversed } = sent.get(reference) ?? {};
        return amount === cents && amount_reversed === reversed
          ? []
          : [
              `${reference} is ${amount} less ${amount_reversed}, expected ${cents} less ${reversed}`,
            ];
      }),
    ];
  }

  /**
   * Orders of which their cards have paid something else than what came and was not given back, less what their
   * customers are asked to pay anew.
   */
  async takenForNothing(): Promise<string[]> {
    const [payments, paid] = [await this.#payments(), await this.#paid()];
    return (await this.#orders()).flatMap((order) => {
      const owed = order.payment.method === 'card' ? owedByCard(order) : 0;
      const expected = owed - unpaidOf(order, payments);
      const found = paid.get(String(order._id)) ?? 0;
      return found === expected
        ? []
        : [
            `cards have paid ${found} of order ${order._id}, expected ${expected}: ${statesOf(order, payments)}`,
          ];
    });
  }

  /** Journals that make money, and orders of which they have other sums than hand-overs and cards moved. */
  async journals(): Promise<string[]> {
    const journals = await this.#journals();
    const found = sums(
      journals.flatMap(({ order, lines }) =>
        lines.map(({ account, cents }) => {
          const [kind = ''] = account.split(':');
          return [`${order?._id} ${kind === 'market' ? account : kind}`, cents] as const;
        }),
      ),
    );
    const [paid, sent] = [await this.#paid(), await this.#sent()];
    return [
      ...journals.flatMap(({ _id, lines }) =>
        lines.reduce((sum, { cents }) => sum + cents, 0) === 0
          ? []
          : [`journal ${_id} does not add up to zero`],
      ),
      ...(await this.#orders()).flatMap((order) => {
        const id = String(order._id);
        const expected = expectedJournals(order, paid.get(id) ?? 0, sent.get(id) ?? 0);
        return Object.entries(expected).flatMap(([account, cents]) => {
          const is = found.get(`${order._id} ${account}`) ?? 0;
          return is === cents
            ? []
            : [`order ${order._id} has ${is} in ${account}, expected ${cents}`];
        });
      }),
    ];
  }

  /** Customers whose store credit is not what all their orders gave and use, by its history and in the ledger. */
  async credit(): Promise<string[]> {
    const [stored, entries, orders, journals] = await Promise.all([
      this.db.collection<CreditRow>('storeCredits').find().toArray(),
      this.db.collection<CreditEntryRow>('creditEntries').find().toArray(),
      this.db.collection<OrderRow>('orders').find().toArray(),
      this.#journals(),
    ]);
    const balances = sums(stored.map(({ _id, cents }) => [String(_id), cents]));
    const history = sums(entries.map(({ customerId, cents }) => [String(customerId), cents]));
    const booked = sums(
      journals.flatMap(({ lines }) =>
        lines.flatMap(({ account, cents }) => {
          const [kind, id = ''] = account.split(':');
          return kind === 'customer' ? [[id, cents] as const] : [];
        }),
      ),
    );
    const byOrders = sums(orders.map((one) => [String(one.customer._id), handedOver(one).credit]));
    // the ledger follows with the hand-over
    const reserved = sums(orders.map((one) => [String(one.customer._id), reservedCredit(one)]));
    return [...new Set([...balances.keys(), ...booked.keys(), ...byOrders.keys()])].flatMap(
      (id) => {
        const of = (all: ReadonlyMap<string, number>) => all.get(id) ?? 0;
        const [has, ledger] = [of(balances), of(byOrders)];
        const expected = { has: ledger - of(reserved), history: ledger - of(reserved), ledger };
        const found = { has, history: of(history), ledger: of(booked) };
        const [is, ought] = [JSON.stringify(found), JSON.stringify(expected)];
        return is === ought && has >= 0
          ? []
          : [`credit of customer ${id} is ${is}, expected ${ought}`];
      },
    );
  }

  /** Months of farms that are not the sum of their journals, as an admin sees them. */
  async statements(admin: Person): Promise<string[]> {
    const journals = await this.#journals();
    const farms = new Set(
      journals.flatMap(({ lines }) =>
        lines.flatMap(({ account }) => (/^(farm|cash):/.test(account) ? account.slice(5) : [])),
      ),
    );
    const wrong: string[] = [];
    for (const farm of farms) {
      const path = `/admin/money/farms/${farm}/statements`;
      const list = await admin.do('statements', statementsSchema, path);
      for (const { month } of list?.statements ?? []) {
        const statement = await admin.do('statement', statementSchema, `${path}/${month}`);
        const seen = statement && {
          opening: cents(statement.opening),
          closing: cents(statement.closing),
          moved: statement.entries.reduce((sum, { change }) => sum + cents(change), 0),
          journals: statement.entries.reduce((sum, entry) => sum + journalsOf(entry), 0),
        };
        const [is, ought] = [seen, replayed(farm, month, journals)].map((one) =>
          JSON.stringify(one),
        );
        if (is !== ought) wrong.push(`${month} of farm ${farm} is ${is}, by its journals ${ought}`);
      }
    }
    return wrong;
  }

  /** What the shop's own check of its ledger finds. */
  async faults(admin: Person): Promise<string[]> {
    const asked = Date.now();
    const path = '/admin/money';
    await admin.do('check', ledgerCheckQueuedSchema, `${path}/check`, { method: 'POST' });
    const check = await resultOf(async (): Promise<LedgerCheckDto | null> => {
      const last = (await admin.do('money', moneyDeskSchema, path))?.check;
      return last && Date.parse(last.startedAt) >= asked ? last : null;
    });
    if (!check) return ['the ledger was not checked'];
    return check.faults.map((fault) => JSON.stringify(fault));
  }

  /** What happened, in a line. */
  async line(): Promise<string> {
    const payments = await this.#payments();
    const sum = (of: 'captured' | 'refunded') =>
      (payments.reduce((all, payment) => all + payment[of], 0) / 100).toFixed(2);
    const count = (state: string) => payments.filter((one) => one.state === state).length;
    const states = ['captured', 'released', 'declined', 'authorised', 'challenge', 'lapsed'];
    const sent = payments.reduce((all, payment) => all + sentToFarms(payment), 0);
    const counts = states.map((state) => `${count(state)} ${state}`).join(', ');
    const [given, used] = [await this.#credit({ $gt: 0 }), await this.#credit({ $lt: 0 })];
    return [
      `${payments.length} payments by card (${counts})`,
      `$${sum('captured')} taken, $${sum('refunded')} given back, $${(sent / 100).toFixed(2)} sent to farms`,
      `store credit: $${given} given or returned, $${used} used`,
    ].join('; ');
  }

  /** The sum of such changes of store credit, in dollars. */
  async #credit(cents: { $gt: number } | { $lt: number }): Promise<string> {
    const entries = await this.db
      .collection<CreditEntryRow>('creditEntries')
      .find({ ...this.since, cents })
      .toArray();
    return Math.abs(entries.reduce((all, entry) => all + entry.cents, 0) / 100).toFixed(2);
  }

  /** What cards have paid of each order, in cents. */
  async #paid(): Promise<Map<string, number>> {
    return sums(
      (await this.#payments()).map(({ order, captured, refunded }) => [
        String(order?._id),
        captured - refunded,
      ]),
    );
  }

  /** What farms got of each order by transfer, in cents. */
  async #sent(): Promise<Map<string, number>> {
    return sums(
      (await this.#payments()).map((payment) => [String(payment.order?._id), sentToFarms(payment)]),
    );
  }

  #payments(): Promise<PaymentRow[]> {
    return this.db.collection<PaymentRow>('payments').find(this.since).toArray();
  }

  #orders(): Promise<OrderRow[]> {
    return this.db.collection<OrderRow>('orders').find(this.since).toArray();
  }

  #journals(): Promise<JournalRow[]> {
    return this.db.collection<JournalRow>('journals').find().toArray();
  }
}

/** What an order's payments and parts are, for whoever looks for the cause. */
const statesOf = ({ _id, parts }: OrderRow, payments: readonly PaymentRow[]): string =>
  [
    ...parts.map(({ status, subtotal, refunds }) => ({ status, subtotal, refunds })),
    ...payments
      .filter(({ order }) => order?._id.equals(_id))
      .map(({ state, stage, cents, due, captured, refunded, nextAt, open }) => {
        const money = { cents, due, captured, refunded };
        return { state, stage, ...money, nextAt, isAsked: open !== null };
      }),
  ]
    .map((one) => JSON.stringify(one))
    .join(' ');

/** A month of a farm by its journals, in cents. */
function replayed(farm: string, month: string, journals: readonly JournalRow[]) {
  const own = journals.filter(({ lines }) => lines.some((line) => isOf(farm, line)));
  const moved = (some: readonly JournalRow[]) =>
    some
      .flatMap(({ lines }) => lines.filter((line) => isOf(farm, line)))
      .reduce((sum, line) => sum + line.cents, 0);
  const opening = moved(own.filter((journal) => journal.month < month));
  const inMonth = own.filter((journal) => journal.month === month);
  const change = moved(inMonth);
  return { opening, closing: opening + change, moved: change, journals: inMonth.length };
}

const isOf = (farm: string, { account }: JournalRow['lines'][number]) =>
  account === `farm:${farm}` || account === `cash:${farm}`;
const journalsOf = ({ journals }: StatementEntry) => journals.length;
const cents = (dollars: number) => Math.round(dollars * 100);

function sums(entries: readonly (readonly [key: string, cents: number])[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const [key, by] of entries) all.set(key, (all.get(key) ?? 0) + by);
  return all;
}
