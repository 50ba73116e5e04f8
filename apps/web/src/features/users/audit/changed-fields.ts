import { type AuditState, fromBaseUnits, toDollars, unitSchema } from '#libs/contracts';
import { categoryText } from '../../../lib/category-texts';
import { formatMoney, formatNumber, formatQuantity } from '../../../lib/format';
import { uiText } from '../../../ui/texts';
import { auditText } from './texts';

type Value = AuditState[string];
/** One field of an act in words. Null: this side of the change says nothing of it, so it only is so, and did not become so. */
export interface ChangedField {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

const labels: Readonly<Record<string, string>> = auditText.fields;
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: uiText.statuses,
  category: categoryText.names,
  state: auditText.jobStates,
  goods: auditText.goods,
};

/** What an act changed, field by field; what stayed the same is left out. */
export function changedFields(before: AuditState, after: AuditState): ChangedField[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      label: labels[field] ?? field,
      before: inWords(field, before),
      after: inWords(field, after),
    }));
}

function inWords(field: string, side: AuditState): string | null {
  const value = side[field];
  if (value === undefined) return null;
  if (value === null || value === '') return auditText.nothing;
  if (typeof value === 'boolean') return value ? auditText.yes : auditText.no;
  if (typeof value === 'number') return numberInWords(field, value, side.unit);
  return words[field]?.[value] ?? value;
}

/** The log keeps money in cents and stock in base units, as the database does. */
function numberInWords(field: string, value: number, said: Value | undefined): string {
  if (field === 'price') return formatMoney(toDollars(value));
  if (field === 'details') return auditText.edition(value);
  const unit = unitSchema.safeParse(said);
  if (field !== 'onHand' || !unit.success) return formatNumber(value);
  return formatQuantity(fromBaseUnits(value, unit.data), unit.data);
}
