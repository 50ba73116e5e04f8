import { type BSONRegExp, Long } from 'bson';
import type { CompareTexts } from '../bson/collation.js';
import { compareValues, equalValues } from '../bson/compare.js';
import { isNaNValue, toNumber } from '../bson/numbers.js';
import {
  type Doc,
  isArray,
  isNullish,
  isNumeric,
  Rank,
  rankOf,
  TYPE_NUMBERS,
  typeName,
  type Value,
} from '../bson/types.js';
import { badValue, CommandError, failedToParse } from '../errors.js';
import { isOperatorDoc } from './operator-doc.js';
import { compileRegex, isRegex, type Regex, regexOf } from './regex.js';

export type Test = (value: Value) => boolean;

/** The test of `{ field: operand }`: equality, or a match of a regular expression. */
export function equalityTest(operand: Value, texts?: CompareTexts): Test {
  if (isNullish(operand)) return isNullish;
  if (typeof operand === 'boolean' || (typeof operand === 'string' && !texts))
    return (v) => v === operand;
  if (isRegex(operand)) return matchOrEquality(regexOf(operand), operand);
  return (v) => v !== undefined && compareValues(v, operand, texts) === 0;
}

/** A regular expression matches texts, and regular expressions that equal it. */
const matchOrEquality =
  (regex: Regex, operand: BSONRegExp): Test =>
  (v) =>
    typeof v === 'string' ? regex.test(v) : isRegex(v) && equalValues(v, operand);

export type Comparison = '$gt' | '$gte' | '$lt' | '$lte';

const ACCEPTS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

/** Comparison within one type: `$gt: 5` never matches a date or a string. */
export function comparisonTest(op: Comparison, operand: Value, texts?: CompareTexts): Test {
  const accepts = ACCEPTS[op];
  const rank = rankOf(operand);
  if (rank === Rank.null) return op === '$gte' || op === '$lte' ? isNullish : () => false;
  if (isRegex(operand)) throw badValue(`Can't have RegEx as arg to predicate over field`);
  if (rank === Rank.minKey || rank === Rank.maxKey) {
    return (v) => v !== undefined && accepts(compareValues(v, operand));
  }
  if (isNaNValue(operand)) return accepts(0) ? isNaNValue : () => false;
  return (v) =>
    v !== undefined &&
    rankOf(v) === rank &&
    !isNaNValue(v) &&
    accepts(compareValues(v, operand, texts));
}

export function membershipTest(op: string, operand: Value, texts?: CompareTexts): Test {
  if (!isArray(operand)) throw badValue(`${op} needs an array`);
  const keys = new Set<string>();
  const others: Test[] = [];
  for (const item of operand) {
    if (isOperatorDoc(item)) throw badValue(`cannot nest $ under ${op}`);
    const key = texts ? undefined : hashKey(item);
    if (key === undefined) others.push(equalityTest(item, texts));
    else keys.add(key);
  }
  return (v) => {
    const key = keys.size > 0 ? hashKey(v) : undefined;
    return (key !== undefined && keys.has(key)) || others.some((test) => test(v));
  };
}

/** The hash key of a string or object id in a long list; undefined for other values, which are compared. */
function hashKey(value: Value): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  if (rankOf(value) === Rank.objectId) return `o${String(value)}`;
  return undefined;
}

export function typeTest(operand: Value): Test {
  const list = isArray(operand) ? operand : [operand];
  if (list.length === 0) throw failedToParse('a must match at least one type');
  const names = list.map((entry) => {
    const name = isNumeric(entry) ? TYPE_NUMBERS[toNumber(entry)] : entry;
    if (typeof name !== 'string') throw badValue(`Invalid numerical type code: ${String(entry)}`);
    if (name !== 'number' && !Object.values(TYPE_NUMBERS).includes(name)) {
      throw badValue(`Unknown type name alias: ${name}`);
    }
    return name;
  });
  return (v) => names.includes(typeName(v)) || (names.includes('number') && isNumeric(v));
}

export function modTest(operand: Value): Test {
  if (!isArray(operand)) throw badValue('malformed mod, needs to be an array');
  if (operand.length < 2) throw badValue('malformed mod, not enough elements');
  if (operand.length > 2) throw badValue('malformed mod, too many elements');
  const [divisor, remainder] = operand.map((n) => (isNumeric(n) ? Math.trunc(toNumber(n)) : NaN));
  if (divisor === undefined || Number.isNaN(divisor)) {
    throw badValue('malformed mod, divisor not a number');
  }
  if (divisor === 0) throw badValue('divisor cannot be 0');
  const wanted = Number.isNaN(remainder) ? 0 : (remainder ?? 0);
  return (v) => {
    if (!isNumeric(v)) return false;
    const n = toNumber(v);
    if (!Number.isFinite(n)) return false;
    if (v instanceof Long) return Number(v.toBigInt() % BigInt(divisor)) === wanted;
    return Math.trunc(n) % divisor === wanted;
  };
}

export function sizeTest(operand: Value): Test {
  const size = isNumeric(operand) ? toNumber(operand) : Number.NaN;
  if (Number.isNaN(size)) {
    throw failedToParse(`Failed to parse $size. Expected a number in: $size: ${String(operand)}`);
  }
  if (!Number.isInteger(size)) throw failedToParse('$size must be a whole number');
  if (size < 0) throw failedToParse('$size may not be negative');
  return (v) => isArray(v) && v.length === size;
}

/** `$regex` with the `$options` beside it. */
export function regexTest(ops: Doc): Test {
  const pattern = ops.$regex;
  const options = ops.$options;
  if (options !== undefined && typeof options !== 'string') {
    throw badValue('$options has to be a string');
  }
  if (isRegex(pattern)) {
    if (options !== undefined && pattern.options !== '') {
      throw new CommandError(51075, 'options set in both $regex and $options');
    }
    return matchOrEquality(compileRegex(pattern.pattern, options ?? pattern.options), pattern);
  }
  if (typeof pattern !== 'string') throw badValue('$regex has to be a string');
  const regex = compileRegex(pattern, options ?? '');
  return (v) => typeof v === 'string' && regex.test(v);
}
