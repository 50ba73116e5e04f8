import { arithmetic, makeDouble, toNumber } from '../bson/numbers.js';
import { isNumeric, type NumberValue, type Value } from '../bson/types.js';

/** Adds a value to a total if it is a number. */
export const addNumber = (total: NumberValue, value: Value): NumberValue =>
  isNumeric(value) ? arithmetic('add', total, value) : total;

export const sum = (values: readonly Value[]): NumberValue =>
  values.reduce<NumberValue>(addNumber, 0);

/** The mean of the numbers among the values, null if there is none; never an integer type. */
export function average(values: readonly Value[]): Value {
  const count = values.filter(isNumeric).length;
  return count === 0 ? null : arithmetic('divide', sum(values), count);
}

export function standardDeviation(values: readonly Value[], sample: boolean): Value {
  const numbers = values.filter(isNumeric).map(toNumber);
  const divisor = sample ? numbers.length - 1 : numbers.length;
  if (divisor <= 0) return null;
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const squares = numbers.reduce((total, n) => total + (n - mean) ** 2, 0);
  return makeDouble(Math.sqrt(squares / divisor));
}
