import { identicalValues } from '../bson/compare.js';
import { encodeKey, keyText } from '../bson/keys.js';
import { type Doc, isArray, isDoc, isNullish, type Value } from '../bson/types.js';
import { badValue } from '../errors.js';
import type { Scope } from '../expressions/compile.js';
import { parseSort, type SortPart } from '../expressions/sort-order.js';
import type { Collection, Index } from '../storage/catalog.js';
import {
  type FilterBounds,
  filterBounds,
  type KeyRange,
  keyRange,
  type PathBounds,
  pointRange,
} from './bounds.js';

/** How to find the documents of a query: ranges of one index, or the plans of the branches of an `$or`. */
export interface Plan {
  index: Index;
  ranges: KeyRange[];
  reverse: boolean;
  /** The scan gives the order that the query asks for. */
  sorted: boolean;
  /** The ranges hold exactly the matching documents: nothing has to be tested. */
  exact: boolean;
  /** The whole collection is read. */
  full: boolean;
  branches: Plan[];
}

interface PlanRequest {
  collection: Collection;
  filter: Doc;
  sort?: Doc | undefined;
  hint?: Value;
  scope?: Scope | undefined;
  /** Whether the reader's snapshot has this index complete. */
  usable: (index: Index) => boolean;
}

const MAX_RANGES = 2000;

export function planQuery(request: PlanRequest): Plan {
  const { collection, filter, scope } = request;
  const bounds = filterBounds(filter, scope);
  const order = request.sort ? parseSort(withoutNatural(request.sort)) : [];
  const natural = naturalDirection(request.hint);
  if (natural) return scanPlan(collection, bounds, order, { $natural: natural });
  const hinted = hintedIndex(collection, request.hint);
  const indexes = hinted ? [hinted] : collection.indexes;
  let best: Candidate | undefined;
  for (const index of indexes) {
    if (index.isText || !request.usable(index) || !implies(filter, index, bounds)) continue;
    const candidate = planIndex(collection, index, bounds, order, hinted !== undefined);
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
  }
  if (best) return best.plan();
  return (
    (hinted ? undefined : planBranches(request, bounds)) ??
    scanPlan(collection, bounds, order, request.sort)
  );
}

const withoutNatural = (sort: Doc): Doc => ('$natural' in sort ? {} : sort);

/** The hint `{ $natural: ±1 }` asks for a scan of the whole collection. */
function naturalDirection(hint: Value): 1 | -1 | undefined {
  if (!isDoc(hint) || !('$natural' in hint) || Object.keys(hint).length > 1) return undefined;
  const direction = Number(hint.$natural);
  return direction === 1 || direction === -1 ? direction : undefined;
}

function hintedIndex(collection: Collection, hint: Value): Index | undefined {
  if (isNullish(hint) || (isDoc(hint) && Object.keys(hint).length === 0)) return undefined;
  const found = collection.indexes.find((index) =>
    typeof hint === 'string' ? index.name === hint : identicalValues(index.key, hint),
  );
  if (!found) {
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  return found;
}

/** A partial index holds the answer only if the filter repeats its condition; a sparse one if the field must exist. */
function implies(filter: Doc, index: Index, bounds: FilterBounds): boolean {
  const condition = index.spec.partialFilterExpression;
  if (isDoc(condition) && !impliesAll(filter, condition)) return false;
  if (!index.sparse) return true;
  return index.parts.some(({ name }) => {
    const path = bounds.paths.get(name);
    if (!path) return false;
    if (path.points) return !path.points.some(isNullish);
    return path.lower !== undefined || path.upper !== undefined || path.prefix !== undefined;
  });
}

function impliesAll(filter: Doc, condition: Doc): boolean {
  const clauses = isArray(filter.$and) ? filter.$and.filter(isDoc) : [];
  return Object.entries(condition).every(([name, wanted]) => {
    const given = filter[name];
    if (given !== undefined && identicalValues(given, wanted)) return true;
    if (given !== undefined && isDoc(wanted) && isDoc(given) && impliesOperators(given, wanted))
      return true;
    if (given !== undefined && isDoc(wanted) && equalsImply(given, wanted)) return true;
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

/** A way to find the documents; only that of the best index is worked out. */
interface Candidate {
  score: number;
  plan: () => Plan;
}

function planIndex(
  collection: Collection,
  index: Index,
  bounds: FilterBounds,
  order: readonly SortPart[],
  hinted: boolean,
): Candidate | undefined {
  let combinations: Value[][] = [[]];
  const used: string[] = [];
  for (const part of index.parts) {
    const points = bounds.paths.get(part.name)?.points;
    if (
      !points ||
      combinations.length * points.length > MAX_RANGES ||
      !combinable(index, used, part.name, bounds)
    )
      break;
    combinations = combinations.flatMap((values) => points.map((value) => [...values, value]));
    used.push(part.name);
  }
  const equalities = used.length;
  const next = index.parts[equalities];
  const range =
    next && combinable(index, used, next.name, bounds)
      ? rangeOf(index, bounds.paths.get(next.name))
      : undefined;
  if (next && range) used.push(next.name);
  const sort = sortByIndex(index, order, equalities, combinations.length === 1);
  if (used.length === 0 && !sort && !hinted) return undefined;
  const score =
    equalities * 10 +
    (range ? 5 : 0) +
    (sort ? 4 : 0) +
    (index.unique && equalities === index.parts.length ? 20 : 0);
  return {
    score: index.isId && equalities === 1 ? score + 20 : score,
    plan: () => ({
      index,
      ranges: distinctRanges(index, combinations, collection, range),
      reverse: sort === 'reverse',
      sorted: sort !== undefined || order.length === 0,
      exact:
        bounds.complete &&
        bounds.paths.size === used.length &&
        hasOneEntryEach(index, equalities, combinations.length) &&
        !index.longKeys &&
        used.every((name) => bounds.paths.get(name)?.exact) &&
        (!range || range === bounds.paths.get(next?.name ?? '')),
      full: used.length === 0,
      branches: [],
    }),
  };
}

/**
 * In a multikey index the bounds of `a.x` and `a.y` may be met by different elements of `a`, and then no entry has
 * both: only one path of each root can be used, or those that one `$elemMatch` asks of one element.
 */
function combinable(
  index: Index,
  used: readonly string[],
  name: string,
  { paths }: FilterBounds,
): boolean {
  const root = (path: string) => path.split('.')[0];
  const element = paths.get(name)?.element;
  return (
    !index.multikey ||
    used.every(
      (other) =>
        root(other) !== root(name) ||
        (element !== undefined && paths.get(other)?.element === element),
    )
  );
}

/**
 * Whether no document has two entries in the ranges: it has one for each element of an array, and only the entry of
 * one element is in a range that says its value.
 */
const hasOneEntryEach = (index: Index, equalities: number, ranges: number): boolean =>
  !index.multikey ||
  (ranges === 1 && index.parts.every((_, at) => at < equalities || !hasArrays(index, at)));

const hasArrays = ({ arrays }: Index, at: number): boolean => (arrays & (1 << at)) !== 0;

/** Of a multikey index only one end: the two may be met by different elements. */
function rangeOf(index: Index, bounds: PathBounds | undefined): PathBounds | undefined {
  if (!bounds || bounds.points) return undefined;
  if (!bounds.lower && !bounds.upper && bounds.prefix === undefined) return undefined;
  if (index.multikey && bounds.lower && bounds.upper) return { lower: bounds.lower, exact: false };
  return bounds;
}

function sortByIndex(
  index: Index,
  order: readonly SortPart[],
  equalities: number,
  single: boolean,
): 'forward' | 'reverse' | undefined {
  if (order.length === 0 || !single || index.longKeys) return undefined;
  // An array is sorted by its least or greatest element, whichever of them an entry is of.
  const ofArrays = index.parts.filter((_, at) => hasArrays(index, at));
  if (order.some((part) => ofArrays.some(({ name }) => name === part.name))) return undefined;
  const constant = new Set(index.parts.slice(0, equalities).map((part) => part.name));
  const wanted = order.filter((part) => !constant.has(part.name));
  for (const sign of [1, -1] as const) {
    const fits = wanted.every((part, i) => {
      const indexed = index.parts[equalities + i];
      return indexed?.name === part.name && indexed.direction * part.direction === sign;
    });
    if (fits) return sign === 1 ? 'forward' : 'reverse';
  }
  return undefined;
}

function distinctRanges(
  index: Index,
  combinations: Value[][],
  collection: Collection,
  range: PathBounds | undefined,
): KeyRange[] {
  const id = index.isId ? collection.id : index.id;
  const { directions } = index;
  const ofValues = (values: Value[]): KeyRange =>
    (index.isId || index.unique) && values.length === directions.length
      ? pointRange(encodeKey(id, values, directions))
      : keyRange(id, values, directions, range);
  const [only] = combinations;
  if (only && combinations.length === 1) return [ofValues(only)];
  const unique = new Map(combinations.map((values) => [keyText(encodeKey(id, values)), values]));
  const ordered = [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return ordered.map(([, values]) => ofValues(values));
}

/** An `$or` at the top: the union of its branches, if each of them has an index. */
function planBranches(request: PlanRequest, bounds: FilterBounds): Plan | undefined {
  const { $or: branches } = request.filter;
  if (!isArray(branches) || request.sort) return undefined;
  const plans: Plan[] = [];
  for (const branch of branches) {
    if (!isDoc(branch)) return undefined;
    const plan = planQuery({ ...request, filter: branch });
    if (plan.full) return undefined;
    plans.push(plan);
  }
  const scan = scanPlan(request.collection, bounds, [], undefined);
  return { ...scan, full: false, exact: false, branches: plans };
}

function scanPlan(
  collection: Collection,
  bounds: FilterBounds,
  order: readonly SortPart[],
  sort?: Doc,
): Plan {
  const [index] = collection.indexes;
  if (!index) throw new Error(`collection ${collection.ns} has no _id index`);
  return {
    index,
    ranges: [keyRange(collection.id, [], [])],
    reverse: sort !== undefined && Number(sort.$natural) === -1,
    sorted: order.length === 0,
    exact: bounds.complete && bounds.paths.size === 0,
    full: true,
    branches: [],
  };
}
