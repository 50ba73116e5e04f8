import {
  addDollars,
  type CorrectionDto,
  type FarmBalances,
  type Id,
  type LedgerCheckDto,
  type MarketMoney,
  type MoneyChange,
  type MoneyDesk,
  type Month,
  type OpenDisputes,
  type OrderDisputed,
  type Payouts,
  type Statement,
  type StatementEntry,
  type StatementSummary,
  type Statements,
  toCents,
  toDollars,
  type WaitingPayment,
} from '#libs/contracts';
import {
  byId,
  entity,
  newest,
  newestBy,
  newestPerId,
  type Put,
  SINGLETON_ID,
  simpleEntity,
  singletonId,
} from '../../realtime/entity';
import { liveList, liveValue, matchesFields, simpleRows } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

/** A month of a farm. */
interface FarmMonth {
  summary: StatementSummary;
  /** Those that were booked since this page is open, by id; an entry never changes. */
  entries: Readonly<Record<Id, StatementEntry>>;
}
const farmMonths = entity<FarmMonth>('farm-months', {
  summary: newest,
  entries: newestPerId(() => 0),
});

/** Balances have no version, because they are the sum of all months: the latest event wins. */
interface KnownBalance {
  readonly farmId: Id;
  readonly balance: number;
  readonly at: string;
}
const farmBalances = simpleEntity<KnownBalance>(
  'farm-balances',
  ({ farmId }) => farmId,
  newestBy(({ at }) => at),
);

/** `at`: when the event occurred. */
export const putMoney = ({ statement, balance, entries }: MoneyChange, at: string): Put[] => [
  farmMonths.put(monthId(statement), {
    summary: statement,
    entries: Object.fromEntries(entries.map((entry) => [entry._id, entry])),
  }),
  farmBalances.of({ farmId: statement.farmId, balance, at }),
];

const monthId = ({ farmId, month }: Pick<StatementSummary, 'farmId' | 'month'>) =>
  `${farmId}/${month}`;

liveValue<Statements>({
  key: ['statements', 'list'],
  reads: [farmMonths],
  current: (data, view) => {
    const [shown] = data.statements;
    const months = new Map(data.statements.map((one) => [one.month, one]));
    const newer = Array.from(view.all(farmMonths), ([, { summary }]) => summary).filter(
      ({ farmId, month, version }) =>
        farmId === shown?.farmId && version > (months.get(month)?.version ?? 0),
    );
    if (newer.length === 0) return data;
    for (const one of newer) months.set(one.month, one);
    return chained([...months.values()].sort((a, b) => (a.month < b.month ? -1 : 1)));
  },
});

/**
 * Each month begins with the end of the one before. What is booked late into a month changes those after it, which have
 * no event then. `months`: all of a farm, oldest first.
 */
function chained(months: readonly StatementSummary[]): Statements {
  let cents = toCents(months[0]?.opening ?? 0);
  const statements = months.map((month) => {
    const opening = toDollars(cents);
    cents += toCents(month.closing) - toCents(month.opening);
    return { ...month, opening, closing: toDollars(cents) };
  });
  return { balance: toDollars(cents), statements: statements.reverse() };
}

liveValue<Statement>({
  key: ['statements', 'month'],
  reads: [farmMonths],
  current: (data, view) => {
    const known = view.get(farmMonths, monthId(data));
    if (known === undefined) return data;
    const shown = new Set(data.entries.map(byId));
    const added = Object.values(known.entries).filter(({ _id }) => !shown.has(_id));
    if (added.length === 0 && known.summary.version <= data.version) return data;
    const entries = [...data.entries, ...added].sort((a, b) => numberOf(a) - numberOf(b));
    const summary = known.summary.version > data.version ? known.summary : null;
    return { ...data, ...summary, totals: totalsOf(entries), entries };
  },
});

/** The place of an entry in its month, by its first journal: `2026-11/17`. */
const numberOf = ({ journals: [first] }: StatementEntry): number =>
  Number(first?.name.split('/')[1]);

function totalsOf(entries: readonly StatementEntry[]): Statement['totals'] {
  const sum = (name: keyof Statement['totals']) =>
    addDollars(...entries.map((entry) => entry[name]));
  return {
    goods: sum('goods'),
    marketFee: sum('marketFee'),
    deliveryShare: sum('deliveryShare'),
    cashTaken: sum('cashTaken'),
    paid: sum('paid'),
    corrected: sum('corrected'),
    refunds: sum('refunds'),
  };
}

liveValue<FarmBalances>({
  key: ['money', 'farms'],
  reads: [farmBalances],
  current: (data, view) => {
    // an answer is newer than what was known before its request
    const changed = new Map(
      [...view.changed(farmBalances)].map((farmId) => [farmId, view.get(farmBalances, farmId)]),
    );
    if (changed.size === 0) return data;
    const farms = data.farms.map((farm) => {
      const { balance = farm.balance } = changed.get(farm.farmId) ?? {};
      changed.delete(farm.farmId);
      return balance === farm.balance ? farm : { ...farm, balance };
    });
    // the first money of a farm; the page looks its name up
    const added = [...changed].map(([farmId, known]) => {
      return { farmId, farmName: '', balance: known?.balance ?? 0 };
    });
    return { farms: [...farms, ...added] };
  },
});

export const payouts = simpleEntity<Payouts>('payouts', ({ farmId }) => farmId, newest);

liveValue<Payouts>({
  key: ['statements', 'payouts'],
  reads: [payouts],
  current: (data, view) => {
    const known = view.get(payouts, data.farmId);
    return known && known.version > data.version ? known : data;
  },
});

export const disputes = simpleEntity<OrderDisputed>(
  'disputes',
  ({ reference }) => reference,
  newest,
);

liveValue<OpenDisputes>({
  key: ['money', 'disputes'],
  reads: [disputes],
  current: (data, view) => {
    const all = new Map(data.disputes.map((one) => [one.reference, one]));
    let isChanged = false;
    for (const [reference, known] of view.all(disputes)) {
      const shown = all.get(reference);
      if (shown ? known.version <= shown.version : known.state !== 'open') continue;
      isChanged = true;
      all.set(reference, known);
    }
    if (!isChanged) return data;
    return { disputes: [...all.values()].filter(({ state }) => state === 'open') };
  },
});

export const marketMoney = simpleEntity<MarketMoney>('market-money', singletonId, newest);

const latest = newestBy<LedgerCheckDto>(({ finishedAt }) => finishedAt);
export const ledgerChecks = simpleEntity<LedgerCheckDto>('ledger-checks', singletonId, latest);

liveValue<MoneyDesk>({
  key: ['money', 'desk'],
  reads: [ledgerChecks, marketMoney, farmMonths],
  current: (data, view) => {
    const known = view.get(ledgerChecks, SINGLETON_ID);
    const check = known && data.check ? latest(data.check, known) : (known ?? data.check);
    // an answer is newer than what was known before its request
    const money = view.changed(marketMoney).has(SINGLETON_ID)
      ? view.get(marketMoney, SINGLETON_ID)
      : undefined;
    const closedMonth = lastClosed(
      data.closedMonth,
      Array.from(view.all(farmMonths), ([, { summary }]) => summary),
    );
    const isSame = check === data.check && closedMonth === data.closedMonth && money === undefined;
    if (isSame) return data;
    return { ...data, check, closedMonth, ...(money && figuresAfter(data, money)) };
  },
});

/** A month is closed for all farms at once, and stays closed. */
const lastClosed = (before: Month | null, known: readonly StatementSummary[]): Month | null =>
  known
    .filter(({ isClosed }) => isClosed)
    .reduce<Month | null>(
      (last, { month }) => (last === null || month > last ? month : last),
      before,
    );

/** A booking into the month before, when the running one has none, leaves the fees of the running one. */
function figuresAfter(desk: MoneyDesk, { month, feesThisMonth, version: _, ...all }: MarketMoney) {
  return month < desk.month ? all : { ...all, month, feesThisMonth };
}

export const waitingPayments = simpleEntity<WaitingPayment>('waiting-payments', byId, newest);

const waits = ({ wait }: WaitingPayment): boolean => wait !== null;
const waitKey = ({ wait, _id }: WaitingPayment): string => `${wait?.since} ${_id}`;
liveList({
  key: ['money', 'card-payments'],
  rows: 'payments',
  ...simpleRows(waitingPayments),
  matches: () => waits,
  isRemoved: (payment) => !waits(payment),
  compare: (a, b) => (waitKey(a) < waitKey(b) ? -1 : 1),
});

export const corrections = simpleEntity<CorrectionDto>('corrections', byId, newest);

liveList({
  key: ['money', 'corrections'],
  rows: 'corrections',
  ...simpleRows(corrections),
  matches: (filter: object) => matchesFields<CorrectionDto>(filter, ['status']),
  compare: newestFirst,
});
