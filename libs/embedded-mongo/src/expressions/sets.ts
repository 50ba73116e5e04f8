import { compareValues, equalValues } from '../bson/compare.js';
import { isTruthy } from '../bson/numbers.js';
import { isNullish, type Value } from '../bson/types.js';
import { binary, type OperatorTable, requireArray, unary, variadic } from './helpers.js';

/** The distinct values of a list in BSON order. MongoDB does not specify the order of a set. */
function distinctSorted(values: readonly Value[]): Value[] {
  const sorted = [...values].sort(compareValues);
  return sorted.filter((value, i) => i === 0 || !equalValues(value, sorted[i - 1]));
}

const includes = (set: readonly Value[], value: Value) =>
  set.some((one) => equalValues(one, value));

const sets = (name: string, values: Value[]) =>
  values.map((value) => distinctSorted(requireArray(name, value, 17043)));

export const setOperators: OperatorTable = {
  $setUnion: variadic('$setUnion', (...values) =>
    values.some(isNullish) ? null : distinctSorted(sets('$setUnion', values).flat()),
  ),
  $setIntersection: variadic('$setIntersection', (...values) => {
    if (values.some(isNullish)) return null;
    const [first = [], ...rest] = sets('$setIntersection', values);
    return first.filter((value) => rest.every((other) => includes(other, value)));
  }),
  $setDifference: binary('$setDifference', (a, b) => {
    if (isNullish(a) || isNullish(b)) return null;
    const [left = [], right = []] = sets('$setDifference', [a, b]);
    return left.filter((value) => !includes(right, value));
  }),
  $setEquals: variadic('$setEquals', (...values) => {
    const [first = [], ...rest] = sets('$setEquals', values);
    return rest.every((other) => equalValues(other, first));
  }),
  $setIsSubset: binary('$setIsSubset', (a, b) => {
    const [left = [], right = []] = sets('$setIsSubset', [a, b]);
    return left.every((value) => includes(right, value));
  }),
  $anyElementTrue: unary('$anyElementTrue', (value) =>
    requireArray('$anyElementTrue', value, 17041).some(isTruthy),
  ),
  $allElementsTrue: unary('$allElementsTrue', (value) =>
    requireArray('$allElementsTrue', value, 17040).every(isTruthy),
  ),
};
