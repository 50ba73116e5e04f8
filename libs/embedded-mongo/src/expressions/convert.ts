import { BSONSymbol, Decimal128, ObjectId, Timestamp } from 'bson';
import { pow10, toDecimal128 } from '../bson/decimal.js';
import {
  exactValue,
  fitsLong,
  isTruthy,
  makeDouble,
  makeLong,
  toDecimal,
  toNumber,
} from '../bson/numbers.js';
import {
  entryOf,
  isInt32,
  isNullish,
  isNumeric,
  type NumberValue,
  numberKind,
  TYPE_NUMBERS,
  typeName,
  type Value,
} from '../bson/types.js';
import { CommandError } from '../errors.js';
import { parseDate } from './calendar.js';
import { namedArguments, type OperatorTable, unary } from './helpers.js';

const failure = (message: string) => new CommandError(241, message);
const unsupported = (value: Value, target: string) =>
  failure(
    `Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`,
  );
const overflow = (value: Value) =>
  failure(
    `Conversion would overflow target type in $convert with no onError value: ${String(value)}`,
  );
const unparsable = (text: string, target: string) =>
  failure(`Failed to parse number '${text}' in $convert with no onError value: to ${target}`);

export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (typeof value === 'boolean' || isNumeric(value))
    return String(value).replace('Infinity', 'inf');
  if (value instanceof BSONSymbol) return value.value;
  throw unsupported(value, 'string');
}

function toDouble(value: Value): Value {
  if (typeof value === 'boolean') return makeDouble(value ? 1 : 0);
  if (value instanceof Date) return makeDouble(value.getTime());
  if (typeof value === 'string') {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) throw unparsable(value, 'double');
    return makeDouble(Number(value));
  }
  if (!isNumeric(value)) throw unsupported(value, 'double');
  return makeDouble(toNumber(value));
}

/** The exact integer part of a number; throws for NaN and infinities. */
function wholeOf(value: NumberValue): bigint {
  const decimal = exactValue(value);
  if (decimal.kind !== 'finite') throw overflow(value);
  const { coefficient, exponent } = decimal;
  return exponent >= 0
    ? coefficient * pow10(Math.min(exponent, 40))
    : coefficient / pow10(-exponent);
}

function integerFrom(value: Value, target: string): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date && target === 'long') return BigInt(value.getTime());
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw unparsable(value, target);
    return BigInt(value.replace('+', ''));
  }
  if (!isNumeric(value)) throw unsupported(value, target);
  return wholeOf(value);
}

function toInt(value: Value): Value {
  const whole = integerFrom(value, 'int');
  if (!isInt32(Number(whole))) throw overflow(value);
  return Number(whole);
}

function toLong(value: Value): Value {
  const whole = integerFrom(value, 'long');
  if (!fitsLong(whole)) throw overflow(value);
  return makeLong(whole);
}

function toDecimalValue(value: Value): Value {
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (typeof value === 'string') {
    try {
      return Decimal128.fromString(value);
    } catch {
      throw unparsable(value, 'decimal');
    }
  }
  if (!isNumeric(value)) throw unsupported(value, 'decimal');
  return toDecimal128(toDecimal(value));
}

function toDate(value: Value): Value {
  if (value instanceof Date) return value;
  if (typeof value === 'string') return parseDate(value);
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  if (isNumeric(value) && numberKind(value) !== 'int') return new Date(Math.trunc(toNumber(value)));
  throw unsupported(value, 'date');
}

function toObjectId(value: Value): Value {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-f]{24}$/i.test(value)) {
    throw failure(
      `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
    );
  }
  return new ObjectId(value);
}

const CONVERSIONS: Readonly<Record<string, (value: Value) => Value>> = {
  double: toDouble,
  string: toText,
  objectId: toObjectId,
  bool: isTruthy,
  date: toDate,
  int: toInt,
  long: toLong,
  decimal: toDecimalValue,
};

function convert(value: Value, target: Value): Value {
  if (isNullish(value)) return null;
  const name = isNumeric(target) ? TYPE_NUMBERS[toNumber(target)] : target;
  const conversion = typeof name === 'string' ? entryOf(CONVERSIONS, name) : undefined;
  if (!conversion) throw new CommandError(2, `Unknown type name: ${String(target)}`);
  return conversion(value);
}

const to = (operator: string, target: string) => unary(operator, (value) => convert(value, target));

export const conversionOperators: OperatorTable = {
  $toDouble: to('$toDouble', 'double'),
  $toString: to('$toString', 'string'),
  $toObjectId: to('$toObjectId', 'objectId'),
  $toBool: to('$toBool', 'bool'),
  $toDate: to('$toDate', 'date'),
  $toInt: to('$toInt', 'int'),
  $toLong: to('$toLong', 'long'),
  $toDecimal: to('$toDecimal', 'decimal'),
  $type: unary('$type', typeName),
  $convert: (operand, compiler) => {
    const optional = ['onError', 'onNull'] as const;
    const args = namedArguments('$convert', operand, compiler, ['input', 'to'], optional);
    const { onNull = () => null, onError } = args;
    return (scope) => {
      const value = args.input(scope);
      const target = args.to(scope);
      if (isNullish(value)) return onNull(scope);
      if (isNullish(target)) return null;
      try {
        return convert(value, target);
      } catch (error) {
        if (!onError || !(error instanceof CommandError) || error.code !== 241) throw error;
        return onError(scope);
      }
    };
  },
};
