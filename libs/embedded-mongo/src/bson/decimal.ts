import { Decimal128 } from 'bson';

/** A finite Decimal128 as `coefficient * 10^exponent`, or one of its special values. */
type Finite = { kind: 'finite'; coefficient: bigint; exponent: number };
export type Decimal = Finite | { kind: 'infinity'; sign: 1 | -1 } | { kind: 'nan' };

const DIGITS = 34;
const TEN = 10n;

export const pow10 = (n: number): bigint => TEN ** BigInt(n);
const abs = (n: bigint): bigint => (n < 0n ? -n : n);

export const finite = (coefficient: bigint, exponent: number): Decimal => ({
  kind: 'finite',
  coefficient,
  exponent,
});
const infinity = (sign: 1 | -1): Decimal => ({ kind: 'infinity', sign });
const NAN: Decimal = { kind: 'nan' };

export function parseDecimal(text: string): Decimal {
  if (/^[+-]?inf/i.test(text)) return infinity(text.startsWith('-') ? -1 : 1);
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text);
  if (!match) return NAN;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const magnitude = BigInt(`${whole}${fraction}` || '0');
  return finite(sign === '-' ? -magnitude : magnitude, Number(exponent) - fraction.length);
}

/** A double as a decimal of 15 digits, as MongoDB converts it: 2.5 becomes 2.50000000000000. */
export const decimalOfNumber = (n: number): Decimal =>
  parseDecimal(Number.isFinite(n) ? n.toExponential(14) : String(n));

export function toDecimal128(value: Decimal): Decimal128 {
  if (value.kind === 'nan') return Decimal128.fromString('NaN');
  if (value.kind === 'infinity') {
    return Decimal128.fromString(value.sign < 0 ? '-Infinity' : 'Infinity');
  }
  const { coefficient, exponent } = round(value.coefficient, value.exponent);
  return Decimal128.fromString(`${coefficient}E${exponent}`);
}

/** Rounds half to even to the 34 digits a Decimal128 can hold. */
function round(coefficient: bigint, exponent: number): { coefficient: bigint; exponent: number } {
  const excess = abs(coefficient).toString().length - DIGITS;
  if (excess <= 0) return { coefficient, exponent };
  return { coefficient: divideHalfEven(coefficient, pow10(excess)), exponent: exponent + excess };
}

export function divideHalfEven(n: bigint, d: bigint): bigint {
  const quotient = n / d;
  const twice = abs(n % d) * 2n;
  const up = twice > abs(d) || (twice === abs(d) && quotient % 2n !== 0n);
  if (!up) return quotient;
  return n < 0n !== d < 0n ? quotient - 1n : quotient + 1n;
}

export type DecimalOp = 'add' | 'subtract' | 'multiply' | 'divide' | 'mod';

export const FLOAT: Readonly<Record<DecimalOp, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  mod: (a, b) => a % b,
};
export const INTEGER: Readonly<Record<DecimalOp, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  mod: (a, b) => a % b,
};

export function decimalArithmetic(op: DecimalOp, a: Decimal, b: Decimal): Decimal {
  if (a.kind !== 'finite' || b.kind !== 'finite')
    return decimalOfNumber(FLOAT[op](approximate(a), approximate(b)));
  if (op === 'divide') return divide(a, b);
  if (op === 'multiply') return finite(a.coefficient * b.coefficient, a.exponent + b.exponent);
  if (op === 'mod' && b.coefficient === 0n) return NAN;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = a.coefficient * pow10(a.exponent - exponent);
  const right = b.coefficient * pow10(b.exponent - exponent);
  return finite(INTEGER[op](left, right), exponent);
}

function divide(a: Finite, b: Finite): Decimal {
  if (b.coefficient === 0n) {
    if (a.coefficient === 0n) return NAN;
    return infinity(a.coefficient < 0n ? -1 : 1);
  }
  const shift = DIGITS + b.coefficient.toString().length;
  let coefficient = divideHalfEven(a.coefficient * pow10(shift), b.coefficient);
  let exponent = a.exponent - b.exponent - shift;
  const ideal = a.exponent - b.exponent;
  while (exponent < ideal && coefficient !== 0n && coefficient % TEN === 0n) {
    coefficient /= TEN;
    exponent++;
  }
  return finite(coefficient, exponent);
}

const approximate = (value: Decimal): number => {
  if (value.kind === 'finite') return Number(`${value.coefficient}e${value.exponent}`);
  return value.kind === 'nan' ? Number.NaN : value.sign * Number.POSITIVE_INFINITY;
};

export function compareDecimal(a: Decimal, b: Decimal): number {
  if (a.kind !== 'finite' || b.kind !== 'finite') return outermost(a) - outermost(b);
  const exponent = Math.min(a.exponent, b.exponent);
  // comparing 1E+6000 with 1 exactly would build a number of 6000 digits: decide by magnitude first
  const signs = Number(a.coefficient > 0n) - Number(a.coefficient < 0n);
  const other = Number(b.coefficient > 0n) - Number(b.coefficient < 0n);
  if (signs !== other || signs === 0) return signs - other;
  const magnitudes = magnitude(a) - magnitude(b);
  if (magnitudes !== 0) return magnitudes * signs;
  const left = a.coefficient * pow10(a.exponent - exponent);
  const right = b.coefficient * pow10(b.exponent - exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rank of the special values: NaN lowest, then -Infinity, the finite numbers, Infinity. */
function outermost(value: Decimal): number {
  if (value.kind === 'nan') return -2;
  return value.kind === 'infinity' ? value.sign : 0;
}

const magnitude = ({ coefficient, exponent }: Finite): number =>
  abs(coefficient).toString().length + exponent;

/** The exact decimal expansion of a double, for comparing it with a Decimal128. */
export function exactDecimal(n: number): Decimal {
  if (!Number.isFinite(n)) return decimalOfNumber(n);
  let exponent = 0;
  let scaled = n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent++;
  }
  // n = scaled / 2^exponent = scaled * 5^exponent / 10^exponent
  return finite(BigInt(scaled) * 5n ** BigInt(exponent), -exponent);
}
