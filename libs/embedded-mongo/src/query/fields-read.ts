import { type Selection, selection } from '../bson/select.js';
import { type Doc, isArray, isDoc, isNullish, type Value } from '../bson/types.js';
import { isOperatorDoc } from './operator-doc.js';
import { isRegex } from './regex.js';

const LOGICAL = new Set(['$and', '$or', '$nor']);

/** What a filter reads of a field: only these fields of the documents in it, or all of it. */
type Looked = Set<string> | 'all';

/** The fields of a document that a filter reads; undefined if it may read any field. */
export function fieldsRead(filter: Doc): Selection | undefined {
  const fields = new Map<string, Looked>();
  if (!collect(filter, fields)) return undefined;
  return selection(
    false,
    [...fields].map(([field, looked]) => [
      field,
      looked === 'all' ||
        selection(
          false,
          [...looked].map((name) => [name, true] as const),
        ),
    ]),
  );
}

function collect(filter: Doc, fields: Map<string, Looked>): boolean {
  return Object.entries(filter).every(([key, operand]) => {
    if (LOGICAL.has(key) && isArray(operand))
      return operand.every((clause) => isDoc(clause) && collect(clause, fields));
    if (key === '$comment') return true;
    if (key.startsWith('$')) return false;
    const [field = key, ...below] = key.split('.');
    const names = namesWithin(below, operand);
    const known = fields.get(field);
    if (!names || known === 'all') fields.set(field, 'all');
    else fields.set(field, new Set([...(known ?? []), ...names]));
    return true;
  });
}

/** The fields of embedded documents that decide a condition; undefined if other content may decide it too. */
function namesWithin(below: readonly string[], operand: Value): string[] | undefined {
  const [name, ...deeper] = below;
  if (name !== undefined)
    return deeper.length === 0 && isName(name) && isValueOrList(operand) ? [name] : undefined;
  const { $elemMatch: wanted, ...others } = isDoc(operand) ? operand : {};
  if (!isDoc(wanted) || isOperatorDoc(wanted) || Object.keys(others).length > 0) return undefined;
  const names = Object.keys(wanted).map((path) => path.split('.', 1)[0] ?? '');
  return names.every(isName) ? names : undefined;
}

/** Whether it is a field name, not an array position or an operator. */
const isName = (name: string): boolean => /^[^$\d]/.test(name);

/** Whether the operand is a value that no missing field equals, or an `$in` of such values. */
function isValueOrList(operand: Value): boolean {
  const isValue = (value: Value) =>
    !isNullish(value) && !isDoc(value) && !isArray(value) && !isRegex(value);
  if (!isDoc(operand)) return isValue(operand);
  const { $in: values, ...others } = operand;
  return isArray(values) && values.every(isValue) && Object.keys(others).length === 0;
}
