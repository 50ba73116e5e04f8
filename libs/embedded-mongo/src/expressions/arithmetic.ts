import { Decimal128, Long } from 'bson';
import {
  type Decimal,
  type DecimalOp,
  divideHalfEven,
  pow10,
  toDecimal128,
} from '../bson/decimal.js';
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
  isNumeric,
  type NumberValue,
  numberKind,
  typeName,
  type Value,
} from '../bson/types.js';
import {
  location,
  MANY,
  nullable,
  type OperatorCompiler,
  type OperatorTable,
  requireNumber,
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
  if (isNumeric(value)) return value;
  throw location(14, `${operator} only supports numeric or date types, not ${typeName(value)}`);
}

function subtract(a: Value, b: Value): Value {
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    return new Date(a.getTime() - Math.round(toNumber(addend('$subtract', b))));
  }
  return arithmetic('subtract', addend('$subtract', a), addend('$subtract', b));
}

/** An operator on numbers: null if one of them is null or missing. */
const numeric = (
  name: string,
  min: number,
  max: number,
  evaluate: (...numbers: NumberValue[]) => Value,
): OperatorCompiler =>
  nullable(name, min, max, (...args) => evaluate(...args.map((arg) => requireNumber(name, arg))));

const divisible = (op: DecimalOp, name: string, code: number): OperatorCompiler =>
  numeric(name, 2, 2, (a, b) => {
    if (toNumber(b) === 0) throw location(code, `can't ${name} by zero`);
    return arithmetic(op, a, b);
  });

const math = (name: string, compute: (n: number) => number): OperatorCompiler =>
  numeric(name, 1, 1, (value) => makeDouble(compute(toNumber(value))));

type Rounding = 'trunc' | 'halfEven' | 'floor' | 'ceil';

function quotient(n: bigint, d: bigint, rounding: Rounding): bigint {
  if (rounding === 'halfEven') return divideHalfEven(n, d);
  const whole = n / d;
  const isExact = n % d === 0n;
  if (rounding === 'floor' && n < 0n && !isExact) return whole - 1n;
  if (rounding === 'ceil' && n > 0n && !isExact) return whole + 1n;
  return whole;
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
  numeric(name, 1, 2, (value, place = 0) => {
    if (!isIntegral(place) || Math.abs(toNumber(place)) > 100) {
      throw location(51083, `cannot apply ${name} with precision value ${String(place)}`);
    }
    return roundAt(value, toNumber(place), rounding);
  });

const wholeRounder = (name: string, rounding: Rounding): OperatorCompiler =>
  numeric(name, 1, 1, (value) => roundAt(value, 0, rounding));

function power(base: NumberValue, exponent: NumberValue): Value {
  const [x, y] = [toNumber(base), toNumber(exponent)];
  if (x === 0 && y < 0) {
    throw location(28764, '$pow cannot take a base of 0 and a negative exponent');
  }
  const kinds = [numberKind(base), numberKind(exponent)];
  if (kinds.includes('decimal')) return Decimal128.fromString(String(x ** y));
  const tooLarge = y > 64 && Math.abs(x) > 1;
  if (kinds.includes('double') || y < 0 || tooLarge) return makeDouble(x ** y);
  const exact = BigInt(String(base)) ** BigInt(String(exponent));
  if (!fitsLong(exact)) return makeDouble(Number(exact));
  return !kinds.includes('long') && isInt32(Number(exact)) ? Number(exact) : makeLong(exact);
}

export const arithmeticOperators: OperatorTable = {
  $add: variadic('$add', add),
  $subtract: nullable('$subtract', 2, 2, subtract),
  $multiply: numeric('$multiply', 0, MANY, (...factors) =>
    factors.reduce((product, factor) => arithmetic('multiply', product, factor), 1),
  ),
  $divide: divisible('divide', '$divide', 2),
  $mod: divisible('mod', '$mod', 16610),
  $abs: numeric('$abs', 1, 1, (n) => (toNumber(n) < 0 ? arithmetic('subtract', 0, n) : n)),
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
  $pow: numeric('$pow', 2, 2, power),
};

function logarithm(name: string, n: number, compute: (n: number) => number): number {
  if (n <= 0) throw location(28766, `${name}'s argument must be a positive number, but is ${n}`);
  return compute(n);
}
