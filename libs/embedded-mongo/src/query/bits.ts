import { Binary, Long } from 'bson';
import { toNumber } from '../bson/numbers.js';
import { isArray, isNumeric, type Value } from '../bson/types.js';
import { badValue } from '../errors.js';
import type { Test } from './operators.js';

/** Whether the bit at a position is set. */
type Bits = (position: number) => boolean;

const BYTE = 8;
const SIGN = 63;

const bitsOfBytes =
  (bytes: Uint8Array): Bits =>
  (position) =>
    (((bytes[Math.floor(position / BYTE)] ?? 0) >> (position % BYTE)) & 1) === 1;

/** The bits of an integer; a negative number has infinitely many leading ones. */
const bitsOfInteger =
  (value: bigint): Bits =>
  (position) =>
    ((value >> BigInt(Math.min(position, SIGN))) & 1n) === 1n;

/** The value as an int64; undefined if it is not one. */
function integerOf(value: Value): bigint | undefined {
  if (value instanceof Long) return value.toBigInt();
  const n = isNumeric(value) ? toNumber(value) : Number.NaN;
  return Number.isInteger(n) && n >= -(2 ** SIGN) && n < 2 ** SIGN ? BigInt(n) : undefined;
}

function bitsOf(value: Value): Bits | undefined {
  if (value instanceof Binary) return bitsOfBytes(value.value());
  const integer = integerOf(value);
  return integer === undefined ? undefined : bitsOfInteger(integer);
}

/** The bit positions of an operand, which is a list of positions, or a mask as a number or bytes. */
function positionsOf(op: string, operand: Value): number[] {
  if (isArray(operand)) {
    return operand.map((position) => {
      const n = isNumeric(position) ? toNumber(position) : Number.NaN;
      if (!Number.isInteger(n) || n < 0)
        throw badValue('bit positions must be integers and not negative');
      return n;
    });
  }
  const integer = integerOf(operand);
  const isMask = operand instanceof Binary || (integer !== undefined && integer >= 0n);
  const bits = isMask ? bitsOf(operand) : undefined;
  if (!bits) throw badValue(`${op} takes an Array, a number that is not negative, or a BinData`);
  const length = operand instanceof Binary ? operand.length() * BYTE : SIGN;
  return Array.from({ length }, (_, position) => position).filter(bits);
}

type Find = (positions: readonly number[], bits: Bits) => boolean;

const BITS_OPERATORS = {
  $bitsAllSet: (positions, bits) => positions.every(bits),
  $bitsAnySet: (positions, bits) => positions.some(bits),
  $bitsAllClear: (positions, bits) => !positions.some(bits),
  $bitsAnyClear: (positions, bits) => !positions.every(bits),
} satisfies Record<string, Find>;

export type BitsOperator = keyof typeof BITS_OPERATORS;

export function bitsTest(op: BitsOperator, operand: Value): Test {
  const positions = positionsOf(op, operand);
  return (value) => {
    const bits = bitsOf(value);
    return bits !== undefined && BITS_OPERATORS[op](positions, bits);
  };
}
