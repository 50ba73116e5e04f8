import { Decimal128, Long } from 'bson';
import { type Decimal, type DecimalOp, pow10, toDecimal128 } from '../bson/decimal.js';
import {
  arithmetic,
  exactValue,
  fitsLong,
  isIntegral,
  makeDouble,
  makeLong,
  toNumber,
} from '../bson/numbers.js';
import {
  isInt32,
  isNullish,
  type NumberValue,
  numberKind,
  typeName,
  type Value,
} from '../bson/types.js';
import {
  binary,
  location,
  type OperatorCompiler,
  type OperatorTable,
  positional,
  requireNumber,
  unary,
  variadic,
} from './helpers.js';

function add(...values: Value[]): Value {
  let sum: NumberValue = 0;
  let date: Date | undefined;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date) throw location(16612, 'only one date allowed in an $add expression');
      date = value;
    } else {
      sum = arithmetic('add', sum, addend('$add', value));
    }
  }
  return date ? new Date(date.getTime() + Math.round(toNumber(sum))) : sum;
}

function addend(operator: string, value: Value): NumberValue {
  try {
    return requireNumber(operator, value);
  } catch {
    throw location(14, `${operator} only supports numeric or date types, not ${typeName(value)}`);
  }
}

function subtract(a: Value, b: Value): Value {
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    return new Date(a.getTime() - Math.round(toNumber(addend('$subtract', b))));
  }
  return arithmetic('subtract', addend('$subtract', a), addend('$subtract', b));
}

function divisible(op: DecimalOp, name: string, code: number) {
  return binary(name, (a, b) => {
    if (isNullish(a) || isNullish(b)) return null;
    const divisor = requireNumber(name, b);
    if (toNumber(divisor) === 0) throw location(code, `can't ${name} by zero`);
    return arithmetic(op, requireNumber(name, a), divisor);
  });
}

const math = (name: string, compute: (n: number) => number): OperatorCompiler =>
  unary(name, (value) => {
    if (isNullish(value)) return null;
    return makeDouble(compute(toNumber(requireNumber(name, value))));
  });

type Rounding = 'trunc' | 'halfEven' | 'floor' | 'ceil';

function quotient(n: bigint, d: bigint, rounding: Rounding): bigint {
  const whole = n / d;
  const rest = n % d;
  if (rest === 0n || rounding === 'trunc') return whole;
  if (rounding === 'floor') return n < 0n ? whole - 1n : whole;
  if (rounding === 'ceil') return n < 0n ? whole : whole + 1n;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const roundsOutward = twice > d || (twice === d && whole % 2n !== 0n);
  return roundsOutward ? whole + (n < 0n ? -1n : 1n) : whole;
}

/** Rounds at a decimal place and keeps the type. A double's exact value counts: 2.675 is slightly less, so 2.67. */
function roundAt(value: NumberValue, place: number, rounding: Rounding): Value {
  const decimal = exactValue(value);
  if (decimal.kind !== 'finite' || -decimal.exponent <= place) return value;
  const cut = pow10(-decimal.exponent - place);
  const result: Decimal = {
    kind: 'finite',
    coefficient: quotient(decimal.coefficient, cut, rounding),
    exponent: -place,
  };
  switch (numberKind(value)) {
    case 'decimal':
      return toDecimal128(result);
    case 'double':
      return makeDouble(Number(`${result.coefficient}e${result.exponent}`));
    default: {
      const whole = result.coefficient * pow10(result.exponent);
      if (!fitsLong(whole))
        throw location(51080, 'invalid conversion from Decimal128 result to long');
      const small = Number(whole);
      return numberKind(value) === 'int' && isInt32(small) ? small : makeLong(whole);
    }
  }
}

const rounder = (name: string, rounding: Rounding): OperatorCompiler =>
  positional(name, 1, 2, (value, place = 0) => {
    if (isNullish(value) || isNullish(place)) return null;
    const digits = requireNumber(name, place);
    if (!isIntegral(digits) || Math.abs(toNumber(digits)) > 100) {
      throw location(51083, `cannot apply ${name} with precision value ${String(place)}`);
    }
    return roundAt(requireNumber(name, value), toNumber(digits), rounding);
  });

const wholeRounder = (name: string, rounding: Rounding): OperatorCompiler =>
  unary(name, (value) =>
    isNullish(value) ? null : roundAt(requireNumber(name, value), 0, rounding),
  );

function power(base: Value, exponent: Value): Value {
  if (isNullish(base) || isNullish(exponent)) return null;
  const x = requireNumber('$pow', base);
  const y = requireNumber('$pow', exponent);
  if (toNumber(x) === 0 && toNumber(y) < 0) {
    throw location(28764, '$pow cannot take a base of 0 and a negative exponent');
  }
  const kinds = [numberKind(x), numberKind(y)];
  if (kinds.includes('decimal')) {
    return Decimal128.fromString(String(toNumber(x) ** toNumber(y)));
  }
  if (kinds.includes('double') || toNumber(y) < 0) return makeDouble(toNumber(x) ** toNumber(y));
  if (toNumber(y) > 64 && Math.abs(toNumber(x)) > 1) return makeDouble(toNumber(x) ** toNumber(y));
  const exact = BigInt(String(x)) ** BigInt(String(y));
  if (!fitsLong(exact)) return makeDouble(Number(exact));
  return !kinds.includes('long') && isInt32(Number(exact)) ? Number(exact) : makeLong(exact);
}

export const arithmeticOperators: OperatorTable = {
  $add: variadic('$add', add),
  $subtract: binary('$subtract', subtract),
  $multiply: variadic('$multiply', (...values) => {
    if (values.some(isNullish)) return null;
    return values.reduce<NumberValue>(
      (product, value) => arithmetic('multiply', product, requireNumber('$multiply', value)),
      1,
    );
  }),
  $divide: divisible('divide', '$divide', 2),
  $mod: divisible('mod', '$mod', 16610),
  $abs: unary('$abs', (value) => {
    if (isNullish(value)) return null;
    const n = requireNumber('$abs', value);
    return toNumber(n) < 0 ? arithmetic('subtract', 0, n) : n;
  }),
  $ceil: wholeRounder('$ceil', 'ceil'),
  $floor: wholeRounder('$floor', 'floor'),
  $round: rounder('$round', 'halfEven'),
  $trunc: rounder('$trunc', 'trunc'),
  $sqrt: math('$sqrt', (n) => {
    if (n < 0) throw location(28714, "$sqrt's argument must be greater than or equal to 0");
    return Math.sqrt(n);
  }),
  $exp: math('$exp', Math.exp),
  $ln: math('$ln', (n) => logarithm('$ln', n, Math.log)),
  $log10: math('$log10', (n) => logarithm('$log10', n, Math.log10)),
  $pow: binary('$pow', power),
};

function logarithm(name: string, n: number, compute: (n: number) => number): number {
  if (n <= 0) throw location(28766, `${name}'s argument must be a positive number, but is ${n}`);
  return compute(n);
}
