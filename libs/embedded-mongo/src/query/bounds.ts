import type { BSONRegExp } from 'bson';
import { compareValues, identicalValues } from '../bson/compare.js';
import { isNaNValue } from '../bson/numbers.js';
import { type Doc, isArray, isDoc, isNullish, Rank, rankOf, type Value } from '../bson/types.js';
import { compileExpression, type Scope } from '../expressions/compile.js';
import { isOperatorDoc } from './operator-doc.js';
import { isRegex } from './regex.js';

type Limit = { value: Value; inclusive: boolean };

/** The conditions of a filter on one path that an index can use. */
export interface PathBounds {
  points?: readonly Value[];
  lower?: Limit;
  upper?: Limit;
  /** Prefixes of the strings that a regular expression matches; none is a prefix of another. */
  prefixes?: readonly string[];
  /** The `$elemMatch` that contains the condition: one array element must meet all of its conditions. */
  element?: Doc;
  /** The `$elemMatch` on this path itself; its conditions are bounds of the paths below. */
  elemMatch?: Doc;
  /** The bounds are equivalent to the filter's conditions on this path, for values that are not arrays. */
  exact: boolean;
}

export interface FilterBounds {
  paths: Map<string, PathBounds>;
  /** Every condition of the filter is in `paths`. */
  complete: boolean;
}

/** Whether an index can look up the value directly; an array cannot, because it may also match as an element. */
const isPoint = (value: Value): boolean =>
  !isArray(value) && !isRegex(value) && !isOperatorDoc(value) && !isNaNValue(value);
const isRangeLimit = (value: Value): boolean => {
  const rank = rankOf(value);
  return isPoint(value) && rank !== Rank.null && rank !== Rank.minKey && rank !== Rank.maxKey;
};
const isExactPoint = (value: Value): boolean => !isNullish(value) && !isDoc(value);

/** Extracts the bounds of an index scan from a filter; the matcher tests all other conditions. */
export function filterBounds(filter: Doc, scope?: Scope): FilterBounds {
  const found: FilterBounds = { paths: new Map(), complete: true };
  readFilter(filter, '', found, scope);
  return found;
}

function readFilter(
  filter: Doc,
  prefix: string,
  found: FilterBounds,
  scope?: Scope,
  element?: Doc,
): void {
  for (const [key, operand] of Object.entries(filter)) {
    if (key === '$and' && isArray(operand)) {
      for (const clause of operand)
        if (isDoc(clause)) readFilter(clause, prefix, found, scope, element);
    } else if (key === '$expr' && prefix === '') {
      found.complete = false;
      readExpression(operand, found, scope);
    } else if (key === '$comment') {
    } else if (key.startsWith('$')) {
      found.complete = false;
    } else {
      // a dotted path may contain another array, so its condition may be met by several elements
      const of = key.includes('.') ? undefined : element;
      const path = prefix + key;
      const bounds = fieldBounds(operand, of);
      add(path, bounds, found);
      if (bounds.elemMatch)
        readFilter(bounds.elemMatch, `${path}.`, found, scope, bounds.elemMatch);
    }
  }
}

function add(path: string, bounds: PathBounds, found: FilterBounds): void {
  const known = found.paths.get(path);
  found.paths.set(path, known ? both(known, bounds) : bounds);
}

/** Combines two conditions on one path: the index uses what it can; unless `exact`, the matcher tests the rest. */
function both(a: PathBounds, b: PathBounds): PathBounds {
  if (a.points && b.points && identicalValues(a.points, b.points)) {
    const repeated = a.element === b.element || !a.element || !b.element;
    const { element } = a.element ? a : b;
    return { points: a.points, exact: a.exact && b.exact && repeated, ...(element && { element }) };
  }
  const ranks = [a.lower, a.upper, b.lower, b.upper].map((limit) => limit && rankOf(limit.value));
  const comparable = new Set(ranks.filter((rank) => rank !== undefined)).size < 2;
  if (a.points || !comparable) return { ...a, exact: false };
  if (b.points) return { ...b, exact: false };
  const lower = tighter(a.lower, b.lower, 1);
  const upper = tighter(a.upper, b.upper, -1);
  const prefixes = a.prefixes ?? b.prefixes;
  const elemMatch = a.elemMatch ?? b.elemMatch;
  const onlyLimits = !prefixes && !elemMatch;
  return {
    ...(lower && { lower }),
    ...(upper && { upper }),
    ...(prefixes && { prefixes }),
    ...(elemMatch && { elemMatch }),
    ...(a.element && a.element === b.element && { element: a.element }),
    exact: a.exact && b.exact && onlyLimits,
  };
}

/** The stricter of two limits on one side. */
function tighter(x: Limit | undefined, y: Limit | undefined, side: 1 | -1): Limit | undefined {
  if (!x || !y) return x ?? y;
  const order = compareValues(x.value, y.value) * side;
  return order > 0 || (order === 0 && !x.inclusive) ? x : y;
}

/** The bounds of the conditions on one field. */
function fieldBounds(operand: Value, element?: Doc): PathBounds {
  const conditions = isOperatorDoc(operand)
    ? Object.keys(operand)
        .filter((op) => op !== '$options')
        .map((op) => operatorBounds(op, operand))
    : [isRegex(operand) ? prefixBounds([beginningOf(operand)]) : pointBounds([operand])];
  const [first = UNKNOWN, ...others] = conditions;
  return { ...others.reduce(both, first), ...(element && { element }) };
}

function operatorBounds(op: string, operand: Doc): PathBounds {
  const value = operand[op];
  switch (op) {
    case '$eq':
      return pointBounds([value]);
    case '$in':
      return anyOfBounds(isArray(value) ? value : []);
    case '$gt':
    case '$gte':
      return limitBounds('lower', { value, inclusive: op === '$gte' });
    case '$lt':
    case '$lte':
      return limitBounds('upper', { value, inclusive: op === '$lte' });
    case '$regex': {
      const { pattern, options } = isRegex(value) ? value : { pattern: String(value), options: '' };
      return prefixBounds([beginning(pattern, String(operand.$options ?? options))]);
    }
    case '$elemMatch':
      return isDoc(value) && !isOperatorDoc(value) ? { elemMatch: value, exact: true } : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** The bounds of a condition that no index can use. */
const UNKNOWN: PathBounds = { exact: false };

const pointBounds = (points: readonly Value[]): PathBounds =>
  points.every(isPoint) ? { points, exact: points.every(isExactPoint) } : UNKNOWN;

const limitBounds = (side: 'lower' | 'upper', limit: Limit): PathBounds =>
  isRangeLimit(limit.value) ? { [side]: limit, exact: !isDoc(limit.value) } : UNKNOWN;

/** The bounds of `$in`: values, or regular expressions with a literal prefix. */
const anyOfBounds = (values: readonly Value[]): PathBounds =>
  values.length > 0 && values.every(isRegex)
    ? prefixBounds(values.map(beginningOf))
    : pointBounds(values);

/** The bounds of alternative prefixes; usable only if all of them are known. */
function prefixBounds(found: readonly (Beginning | undefined)[]): PathBounds {
  const known = found.filter((one) => one !== undefined);
  if (known.length < found.length) return UNKNOWN;
  const texts = [...new Set(known.map(({ text }) => text))];
  const prefixes = texts.filter(
    (text) => !texts.some((other) => other !== text && text.startsWith(other)),
  );
  return { prefixes, exact: known.every(({ exact }) => exact) };
}

/** The literal prefix of an anchored regular expression: `^Ann\-` of `^Ann\-[ae]`. */
const LITERAL = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])+)/u;

interface Beginning {
  text: string;
  /** The expression matches every string with this prefix. */
  exact: boolean;
}

/** The common prefix of all strings that a regular expression matches; undefined if there is none. */
function beginning(pattern: string, options: string): Beginning | undefined {
  const source = /[imx]/.test(options) ? undefined : LITERAL.exec(pattern)?.[1];
  const rest = pattern.slice(1 + (source?.length ?? 0));
  if (source === undefined || rest.includes('|')) return undefined;
  const letters = [...source.replace(/\\(.)/gu, '$1')];
  // a quantifier makes the last letter optional
  if (/^[*?{+]/.test(rest)) letters.pop();
  return letters.length > 0 ? { text: letters.join(''), exact: rest === '' } : undefined;
}

const beginningOf = ({ pattern, options }: BSONRegExp): Beginning | undefined =>
  beginning(pattern, options);

/** `$expr` with `$eq` between a field and a constant or variable, as in a `$lookup` with `let`. */
function readExpression(expression: Value, found: FilterBounds, scope?: Scope): void {
  if (!isDoc(expression)) return;
  if (isArray(expression.$and)) {
    for (const part of expression.$and) readExpression(part, found, scope);
    return;
  }
  if (!isArray(expression.$eq) || expression.$eq.length !== 2) return;
  const [a, b] = expression.$eq;
  const field = [a, b].find((one) => typeof one === 'string' && /^\$[^$]/.test(one));
  if (typeof field !== 'string') return;
  const value = constantOf(field === a ? b : a, scope);
  if (value === undefined || !isPoint(value) || !isExactPoint(value)) return;
  add(field.slice(1), { points: [value], exact: false }, found);
}

function constantOf(operand: Value, scope?: Scope): Value {
  if (typeof operand === 'string' && operand.startsWith('$')) {
    if (!operand.startsWith('$$') || /^\$\$(ROOT|CURRENT|REMOVE)\b/.test(operand) || !scope)
      return undefined;
    return compileExpression(operand, scope)(scope);
  }
  return isDoc(operand) || isArray(operand) ? undefined : operand;
}
