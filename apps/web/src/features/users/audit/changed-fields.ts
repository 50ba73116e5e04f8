import { type AuditState, fromThousandths, toDollars, unitSchema } from '#libs/contracts';
import { formatMoney, formatNumber, formatQuantity } from '../../../lib/text/format';
import { categoryText } from '../../../lib/text/texts';
import { statusText } from '../../../ui/texts';
import { auditText } from '../texts';

type Value = AuditState[string];
/** A formatted field of an audit entry. A side without the field is null: the other is then a fact and not a change. */
export interface ChangedField {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

const labels: Readonly<Record<string, string>> = auditText.fields;
const valueTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: statusText,
  category: categoryText.names,
  state: auditText.jobStates,
  goods: auditText.goods,
  outcome: auditText.outcomes,
};
/** Money of the ledger and of cards, which is in dollars; a product's price is in cents. */
const DOLLARS = new Set(['balance', 'amount', 'captured', 'refunded', 'transferred']);
/** Characters of a seal that are enough to compare it at a glance; the downloaded file has all. */
const SEAL_LENGTH = 12;

/** The fields of an audit entry that differ. */
export function changedFields(before: AuditState, after: AuditState): ChangedField[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      label: labels[field] ?? field,
      before: formatValue(field, before),
      after: formatValue(field, after),
    }));
}

function formatValue(field: string, side: AuditState): string | null {
  const value = side[field];
  if (value === undefined) return null;
  if (value === null || value === '') return auditText.nothing;
  if (typeof value === 'boolean') return value ? auditText.yes : auditText.no;
  if (typeof value === 'number') return formatNumberValue(field, value, side.unit);
  if (field === 'seal') return `${value.slice(0, SEAL_LENGTH)}…`;
  return valueTexts[field]?.[value] ?? value;
}

/** Formats a number: stock is in thousandths of its unit. */
function formatNumberValue(field: string, value: number, unitValue: Value | undefined): string {
  if (field === 'price') return formatMoney(toDollars(value));
  if (DOLLARS.has(field)) return formatMoney(value);
  if (field === 'details') return auditText.edition(value);
  const unit = unitSchema.safeParse(unitValue);
  if (field !== 'onHand' || !unit.success) return formatNumber(value);
  return formatQuantity(fromThousandths(value), unit.data);
}
