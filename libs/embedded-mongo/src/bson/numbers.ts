import { Decimal128, Double, Int32, Long } from 'bson';
import {
  type Decimal,
  type DecimalOp,
  decimalArithmetic,
  decimalOfNumber,
  exactDecimal,
  FLOAT,
  finite,
  INTEGER,
  parseDecimal,
  toDecimal128,
} from './decimal.js';
import {
  isInt32,
  isNumeric,
  type NumberKind,
  type NumberValue,
  numberKind,
  type Value,
} from './types.js';

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/** The value as a double; exact for every int32, rounded for large int64 and Decimal128. */
export function toNumber(value: NumberValue): number {
  if (typeof value === 'number') return value;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return value.value;
}

/** The value of a numeric option such as `limit`, or the default when it is absent or not a number. */
export const optionNumber = (value: Value, fallback: number): number =>
  isNumeric(value) ? toNumber(value) : fallback;

/** Converts as MongoDB does to Decimal128: integers exactly, doubles to 15 digits. */
export function toDecimal(value: NumberValue): Decimal {
  if (value instanceof Decimal128) return parseDecimal(value.toString());
  if (numberKind(value) === 'double') return decimalOfNumber(toNumber(value));
  return finite(integerOf(value), 0);
}

/** The exact value, for comparisons. */
export const exactValue = (value: NumberValue): Decimal =>
  numberKind(value) === 'double' ? exactDecimal(toNumber(value)) : toDecimal(value);

export const makeDouble = (n: number): number | Double => (isInt32(n) ? new Double(n) : n);
export const makeLong = (n: bigint): Long => Long.fromBigInt(n);
export const fitsLong = (n: bigint): boolean => n >= LONG_MIN && n <= LONG_MAX;

/** An int32 where it fits, otherwise an int64. */
export const makeInteger = (n: number): number | Long => (isInt32(n) ? n : Long.fromNumber(n));

const KINDS: readonly NumberKind[] = ['int', 'long', 'double', 'decimal'];
const wider = (a: NumberKind, b: NumberKind): NumberKind =>
  KINDS.indexOf(a) >= KINDS.indexOf(b) ? a : b;

const integerOf = (value: NumberValue): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(toNumber(value));

/**
 * Arithmetic with MongoDB's result types: the wider operand's type wins, an int32 overflow results in int64, an int64
 * overflow in double or, with `exact` (updates), in undefined. Division never results in an integer type.
 */
export function arithmetic(op: DecimalOp, a: NumberValue, b: NumberValue): NumberValue;
export function arithmetic(
  op: DecimalOp,
  a: NumberValue,
  b: NumberValue,
  exact: true,
): NumberValue | undefined;
export function arithmetic(
  op: DecimalOp,
  a: NumberValue,
  b: NumberValue,
  exact = false,
): NumberValue | undefined {
  if (typeof a === 'number' && typeof b === 'number' && op !== 'divide' && op !== 'mod') {
    const result = FLOAT[op](a, b);
    if (isInt32(a) && isInt32(b)) {
      if (isInt32(result)) return result;
      if (Number.isSafeInteger(result)) return Object.is(result, -0) ? 0 : Long.fromNumber(result);
    } else {
      return makeDouble(result);
    }
  }
  const kind = wider(numberKind(a), numberKind(b));
  if (kind === 'decimal') return toDecimal128(decimalArithmetic(op, toDecimal(a), toDecimal(b)));
  if (kind === 'double' || op === 'divide') {
    return makeDouble(FLOAT[op](toNumber(a), toNumber(b)));
  }
  const result = INTEGER[op](integerOf(a), integerOf(b));
  if (!fitsLong(result)) return exact ? undefined : makeDouble(Number(result));
  const small = Number(result);
  return kind === 'int' && isInt32(small) ? small : makeLong(result);
}

/** Whether the value is a whole number, whatever its type. */
export function isIntegral(value: NumberValue): boolean {
  const kind = numberKind(value);
  return kind === 'int' || kind === 'long' || Number.isInteger(toNumber(value));
}

export function isNaNValue(value: Value): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  return value instanceof Decimal128 && value.toString() === 'NaN';
}

/** MongoDB's truthiness: false, null, missing and zero of any type are false; everything else is true. */
export function isTruthy(value: Value): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === 'number') return value !== 0;
  if (value instanceof Long) return !value.isZero();
  if (value instanceof Double || value instanceof Int32) return value.value !== 0;
  return !(value instanceof Decimal128) || Number(value.toString()) !== 0;
}
