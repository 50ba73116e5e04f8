import { compareValues, equalValues } from '../bson/compare.js';
import { isTruthy } from '../bson/numbers.js';
import type { Value } from '../bson/types.js';
import {
  binary,
  MANY,
  nullable,
  type OperatorTable,
  requireArray,
  unary,
  variadic,
} from './helpers.js';

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
  $setUnion: nullable('$setUnion', 0, MANY, (...values) =>
    distinctSorted(sets('$setUnion', values).flat()),
  ),
  $setIntersection: nullable('$setIntersection', 0, MANY, (...values) => {
    const [first = [], ...rest] = sets('$setIntersection', values);
    return first.filter((value) => rest.every((other) => includes(other, value)));
  }),
  $setDifference: nullable('$setDifference', 2, 2, (a, b) => {
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
