import { isBalanced, journalName, type LedgerFault } from '#libs/contracts';
import { type Balance, hashOf, type Journal, type LedgerMonth, sealOf } from './journal.model.js';
import { balanceChanges } from './ledger.service.js';

type Kind = LedgerFault['kind'];
const fault = (kind: Kind, name: string, detail: string | null = null): LedgerFault => ({
  kind,
  name,
  detail,
});

/** Everything of a month, in one snapshot; journals by their number. */
export interface MonthBooks {
  readonly month: LedgerMonth;
  readonly journals: readonly Journal[];
  readonly balances: readonly Balance[];
  /** The seal of the month that was closed before it; null for the first. */
  readonly sealBefore: string | null;
}

/** What is not as it was booked in a month, each journal by its name. */
export function monthFaults({ month, journals, balances, sealBefore }: MonthBooks): LedgerFault[] {
  const faults = [...chainFaults(month, journals), ...balanceFaults(journals, balances)];
  if (month.closedAt && month.seal !== sealOf(sealBefore, month))
    faults.push(fault('month-changed', month._id));
  return faults;
}

/**
 * Each journal has the hash of its content and of the one before it. So a changed one does not fit its own hash, or, if
 * that was changed with it, not the next journal or the month.
 */
function chainFaults(month: LedgerMonth, journals: readonly Journal[]): LedgerFault[] {
  const byNumber = new Map(journals.map((journal) => [journal.number, journal]));
  const name = (number: number) => journalName({ month: month._id, number });
  const faults: LedgerFault[] = [];
  for (let number = 1; number <= month.journals; number++) {
    const journal = byNumber.get(number);
    if (!journal) {
      faults.push(fault('journal-missing', name(number)));
      continue;
    }
    const next = number === month.journals ? month.hash : byNumber.get(number + 1)?.previous;
    const isLinked = next === undefined || next === journal.hash;
    if (journal.hash !== hashOf(journal) || !isLinked)
      faults.push(fault('journal-changed', name(number)));
    if (!isBalanced(journal.lines)) faults.push(fault('journal-unbalanced', name(number)));
  }
  for (const { number } of journals)
    if (number < 1 || number > month.journals) faults.push(fault('journal-added', name(number)));
  return faults;
}

function balanceFaults(journals: readonly Journal[], stored: readonly Balance[]): LedgerFault[] {
  const counted = balanceChanges(journals);
  const byId = new Map(stored.map((balance) => [balance._id, balance]));
  return [...new Set([...counted.keys(), ...byId.keys()])].flatMap((id) => {
    const [is, ought] = [byId.get(id), counted.get(id)].map(
      (one) => `${one?.cents ?? 0} cents in ${one?.journals ?? 0} journals`,
    );
    return is === ought ? [] : [fault('balance', id, `${is}, by its journals ${ought}`)];
  });
}
