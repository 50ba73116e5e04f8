import {
  farmAccount,
  type Id,
  type Month,
  type StatementSummary,
  statementEntries,
  toDollars,
} from '#libs/contracts';
import { draft, type EventDraft } from '#libs/platform';
import {
  type Balance,
  type BalanceAccount,
  type Journal,
  toStatementJournal,
} from './journal.model.js';

interface FarmMonth {
  readonly farmId: Id;
  readonly month: Month;
  readonly isClosed: boolean;
}

const sum = (balances: readonly Balance[]) => balances.reduce((cents, one) => cents + one.cents, 0);

/** The balance of a farm, in cents, of all months or of those before one. */
export const balanceOf = (balances: readonly Balance[], before?: Month): number =>
  sum(before === undefined ? balances : balances.filter(({ month }) => month < before));

export function toSummary(
  { farmId, month, isClosed }: FarmMonth,
  balances: readonly Balance[],
): StatementSummary {
  const opening = balanceOf(balances, month);
  const counter = balances.find(
    (one) => one.month === month && one.account === farmAccount(farmId),
  );
  return {
    farmId,
    month,
    isClosed,
    opening: toDollars(opening),
    closing: toDollars(opening + sum(balances.filter((one) => one.month === month))),
    // a month without journals has the first version
    version: 1 + (counter?.journals ?? 0) + (isClosed ? 1 : 0),
  };
}

/** New entries of a farm's month. `balances` are those of the farm, with these journals. */
export function moneyChanged(
  month: FarmMonth,
  balances: readonly Balance[],
  journals: readonly Journal[],
): EventDraft {
  const statement = toSummary(month, balances);
  return draft(
    'farm.money-changed',
    { id: `money:${month.farmId}:${month.month}`, version: statement.version },
    {
      statement,
      balance: toDollars(balanceOf(balances)),
      entries: statementEntries(month.farmId, journals.map(toStatementJournal)),
    },
  );
}

/** What pages show to admins of the market's money; what it owes to farms they have from the farms' balances. */
export const MARKET_ACCOUNTS: readonly BalanceAccount[] = [
  'market:fees',
  'market:delivery',
  'market:cards',
  'customers',
];

/** `balances` are those of these accounts, in every month. */
export function marketMoneyChanged(balances: readonly Balance[]): EventDraft {
  const of = (account: BalanceAccount) => balances.filter((one) => one.account === account);
  const fees = of('market:fees');
  const [month = ''] = balances
    .map((one) => one.month)
    .sort()
    .reverse();
  const version = balances.reduce((count, { journals }) => count + journals, 0);
  return draft(
    'market.money-changed',
    { id: 'money:market', version },
    {
      month,
      feesEarned: toDollars(sum(fees)),
      feesThisMonth: toDollars(sum(fees.filter((one) => one.month === month))),
      deliveryHeld: toDollars(sum(of('market:delivery'))),
      owedByCard: toDollars(-sum(of('market:cards'))),
      storeCredit: toDollars(sum(of('customers'))),
      version,
    },
  );
}
