import { identicalValues } from '../bson/compare.js';
import { type Doc, isArray, isDoc, isNullish, type Value } from '../bson/types.js';
import type { Index } from '../storage/catalog.js';
import type { FilterBounds } from './bounds.js';

/** Whether the filter implies the condition of a partial index, or for a sparse one that the field exists. */
export function implies(filter: Doc, index: Index, bounds: FilterBounds): boolean {
  const condition = index.spec.partialFilterExpression;
  if (isDoc(condition) && !impliesAll(filter, condition)) return false;
  if (!index.sparse) return true;
  return index.parts.some(({ name }) => {
    const path = bounds.paths.get(name);
    if (!path) return false;
    if (path.points) return !path.points.some(isNullish);
    return path.lower !== undefined || path.upper !== undefined || path.prefixes !== undefined;
  });
}

function impliesAll(filter: Doc, condition: Doc): boolean {
  const clauses = isArray(filter.$and) ? filter.$and.filter(isDoc) : [];
  return Object.entries(condition).every(([name, wanted]) => {
    const given = filter[name];
    if (given !== undefined) {
      if (identicalValues(given, wanted)) return true;
      if (isDoc(wanted) && isDoc(given) && impliesOperators(given, wanted)) return true;
      if (isDoc(wanted) && equalsImply(given, wanted)) return true;
    }
    return clauses.some((clause) => impliesAll(clause, { [name]: wanted }));
  });
}

const impliesOperators = (given: Doc, wanted: Doc): boolean =>
  Object.keys(wanted).every(
    (op) => op.startsWith('$') && op in given && identicalValues(given[op], wanted[op]),
  );

/** `{ a: 'x' }` implies `{ a: { $exists: true } }` and `{ a: { $type: 'string' } }`. */
function equalsImply(given: Value, wanted: Doc): boolean {
  const value = isDoc(given) ? given.$eq : given;
  const [op, ...others] = Object.keys(wanted);
  if (others.length > 0 || isNullish(value) || isDoc(value) || isArray(value)) return false;
  return (
    (op === '$exists' && wanted.$exists === true) ||
    (op === '$type' && wanted.$type === 'string' && typeof value === 'string')
  );
}
