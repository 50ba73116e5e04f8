import { type Selection, selection } from '../bson/select.js';
import { type Doc, isArray, isDoc } from '../bson/types.js';

const LOGICAL = new Set(['$and', '$or', '$nor']);

/** The fields of a document that a filter looks at; undefined where it may look at any. */
export function lookedAt(filter: Doc): Selection | undefined {
  const fields = new Set<string>();
  return collect(filter, fields)
    ? selection(
        false,
        [...fields].map((field) => [field, true] as const),
      )
    : undefined;
}

function collect(filter: Doc, fields: Set<string>): boolean {
  return Object.entries(filter).every(([key, operand]) => {
    if (LOGICAL.has(key) && isArray(operand))
      return operand.every((clause) => isDoc(clause) && collect(clause, fields));
    if (key === '$comment') return true;
    if (key.startsWith('$')) return false;
    // what is below a field may be anywhere in it
    fields.add(key.split('.', 1)[0] ?? key);
    return true;
  });
}
