import type { CompareTexts } from '../bson/collation.js';
import { identicalValues } from '../bson/compare.js';
import { type Doc, isArray, isDoc, isNullish, type Value } from '../bson/types.js';
import { badValue } from '../errors.js';
import type { Scope } from '../expressions/compile.js';
import { parseSort, type SortPart } from '../expressions/sort-order.js';
import type { Collection, Index } from '../storage/catalog.js';
import { type FilterBounds, filterBounds, type PathBounds } from './bounds.js';
import { covers, hasOneEntryEach } from './coverage.js';
import { hasArrays, orderOfIndex } from './index-order.js';
import { distinctRanges, type KeyRange, wholeRange } from './key-ranges.js';
import { implies } from './partial-index.js';

/** How to find the documents of a query: ranges of one index, or the plans of the branches of an `$or`. */
export interface Plan {
  index: Index;
  ranges: KeyRange[];
  /** Number of leading index parts that have a single value in each range. */
  equalities: number;
  reverse: boolean;
  /** The scan returns documents in the order of the query. */
  sorted: boolean;
  /** The ranges are merged for that order instead of read one after the other. */
  merge: boolean;
  /** The ranges contain only matching documents, so no filter is needed. */
  covered: boolean;
  /** No document has two entries in the ranges. */
  once: boolean;
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
  /** Compares strings by a collation. */
  texts?: CompareTexts | undefined;
  /** Whether the index is complete in the reader's snapshot. */
  usable: (index: Index) => boolean;
  /** Number of entries in the ranges of a plan, at most `most`. */
  sizeOf: (plan: Plan, most: number) => number;
  /** One range per distinct string in the ranges of a plan; undefined if there are too many. */
  textsOf: (plan: Plan) => KeyRange[] | undefined;
}

const MAX_RANGES = 2000;

export function planQuery(request: PlanRequest): Plan {
  const { collection, filter, scope, hint, sort = {} } = request;
  const bounds = filterBounds(filter, scope);
  const order = parseSort(sort);
  const natural = naturalDirection(hint);
  if (natural) return scanPlan(collection, bounds, order, natural);
  const hinted = hintedIndex(collection, hint);
  if (request.texts) return scanPlan(collection, bounds, order, sort.$natural);
  const candidates = (hinted ? [hinted] : collection.indexes)
    .filter((index) => !index.isText && request.usable(index))
    // a hinted index is used even if it lacks documents
    .filter((index) => hinted || implies(filter, index, bounds))
    .map((index) => planIndex(request, index, bounds, order, hinted !== undefined))
    .filter((candidate) => candidate !== undefined);
  return (
    bestOf(candidates, request) ??
    (hinted ? undefined : planBranches(request, bounds)) ??
    scanPlan(collection, bounds, order, sort.$natural)
  );
}

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

/** A possible plan; built only where it is needed, because that takes time. */
interface Candidate {
  score: number;
  /** The plan may provide the order, unless its prefix has too many distinct strings to merge. */
  ordered: boolean;
  plan: () => Plan;
}

/** Below this number of entries a plan is cheap enough; the limit is higher where no sort is needed. */
const FEW_ENTRIES = { unsorted: 100, sorted: 1_000 } as const;
/** Maximum number of entries to count when plans are compared. */
const MAX_COUNTED = 10_000;

/**
 * The plan with the highest score, the first of equals. A score measures how much of the filter an index serves, not
 * how many documents that selects. So if the best plan may read more than it returns, a plan with few entries wins, or
 * the sorted plan with the fewest entries.
 */
function bestOf(candidates: readonly Candidate[], { sizeOf }: PlanRequest): Plan | undefined {
  const [first, ...others] = candidates.toSorted((a, b) => b.score - a.score);
  const best = first?.plan();
  const isSmall = (plan: Plan) => {
    const few = plan.sorted ? FEW_ENTRIES.sorted : FEW_ENTRIES.unsorted;
    return !plan.full && sizeOf(plan, few) < few;
  };
  if (!best || others.length === 0 || (best.covered && best.sorted) || isSmall(best)) return best;
  const plans = others.map(({ plan }) => plan());
  const small = plans.find(isSmall);
  // sorting some is better than scanning the whole index, unless a short prefix selects nearly everything
  if (small || !(best.sorted || first?.ordered)) return small ?? best;
  const sizes = [best, ...plans]
    .filter(({ sorted }) => sorted)
    .map((plan) => ({ plan, size: plan.full ? MAX_COUNTED : sizeOf(plan, MAX_COUNTED) }));
  return sizes.toSorted((a, b) => a.size - b.size)[0]?.plan ?? best;
}

function planIndex(
  { collection, textsOf }: PlanRequest,
  index: Index,
  bounds: FilterBounds,
  order: readonly SortPart[],
  hinted: boolean,
): Candidate | undefined {
  let combinations: Value[][] = [[]];
  const used: string[] = [];
  const points: number[] = [];
  for (const part of index.parts) {
    const values = bounds.paths.get(part.name)?.points;
    if (
      !values ||
      combinations.length * values.length > MAX_RANGES ||
      !combinable(index, used, part.name, bounds)
    )
      break;
    combinations = combinations.flatMap((before) => values.map((value) => [...before, value]));
    used.push(part.name);
    points.push(values.length);
  }
  const equalities = used.length;
  const next = index.parts[equalities];
  const range =
    next && combinable(index, used, next.name, bounds)
      ? rangeOf(index, equalities, bounds.paths.get(next.name))
      : undefined;
  if (next && range) used.push(next.name);
  const texts = range?.prefixes !== undefined && !range.lower && !range.upper;
  const sort = orderOfIndex(index, order, { points, texts });
  if (used.length === 0 && !sort && !hinted) return undefined;
  const isLookup = (index.unique || index.isId) && equalities === index.parts.length;
  const score =
    equalities * 10 +
    (range ? 5 : 0) +
    (sort ? (sort.merge === 'texts' ? 2 : 4) : 0) +
    (isLookup ? 20 : 0);
  const isWhole = range === bounds.paths.get(next?.name ?? '');
  const said = !range || isWhole ? used : used.slice(0, -1);
  const plan: Plan = {
    index,
    ranges: [],
    equalities,
    reverse: sort?.reverse ?? false,
    sorted: sort !== undefined || order.length === 0,
    merge: sort?.merge !== undefined,
    covered: covers(index, said, bounds),
    once: hasOneEntryEach(index, equalities, combinations.length),
    full: used.length === 0 && !(hinted && !index.isId),
    branches: [],
  };
  const ranged = (): Plan => {
    const found = { ...plan, ranges: distinctRanges(collection, index, combinations, range) };
    if (sort?.merge !== 'texts') return found;
    const ofTexts = textsOf(found);
    return ofTexts ? { ...found, ranges: ofTexts } : { ...found, sorted: false, merge: false };
  };
  return { score, ordered: sort !== undefined, plan: ranged };
}

/**
 * In a multikey index different elements of `a` may meet the bounds of `a.x` and `a.y`, and then no entry meets both.
 * So only one path of each root can be used, or several that belong to the same `$elemMatch`.
 */
function combinable(
  index: Index,
  used: readonly string[],
  name: string,
  { paths }: FilterBounds,
): boolean {
  if (!index.multikey) return true;
  const root = (path: string) => path.split('.')[0];
  const element = paths.get(name)?.element;
  const siblings = used.filter((other) => root(other) === root(name));
  return siblings.every((other) => element && paths.get(other)?.element === element);
}

/** The range of an index part; with arrays only its lower end, since different elements may meet the two ends. */
function rangeOf(index: Index, at: number, bounds: PathBounds | undefined): PathBounds | undefined {
  const { points, lower, upper, prefixes } = bounds ?? {};
  if (points || !(lower || upper || prefixes)) return undefined;
  return hasArrays(index, at) && lower && upper ? { lower, exact: false } : bounds;
}

/** A top-level `$or`: the union of its branches, if each of them can use an index. */
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
  const scan = scanPlan(request.collection, bounds, []);
  return { ...scan, full: false, covered: false, branches: plans };
}

function scanPlan(
  collection: Collection,
  bounds: FilterBounds,
  order: readonly SortPart[],
  natural?: Value,
): Plan {
  const [index] = collection.indexes;
  if (!index) throw new Error(`collection ${collection.ns} has no _id index`);
  return {
    index,
    ranges: [wholeRange(collection.id)],
    equalities: 0,
    reverse: Number(natural) === -1,
    sorted: order.length === 0,
    merge: false,
    covered: bounds.complete && bounds.paths.size === 0,
    once: true,
    full: true,
    branches: [],
  };
}
