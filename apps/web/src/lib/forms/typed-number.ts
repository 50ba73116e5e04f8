import { type Unit, unitName } from '#libs/contracts';
import { formatNumber, money } from '../text/format';
import { typedText as text } from '../text/texts';

const signOf = (type: Intl.NumberFormatPartTypes) =>
  money.formatToParts(1_000.5).find((part) => part.type === type)?.value ?? '';
/** The signs of the market's numbers: `$1,000.50`. */
const marketSigns = {
  group: signOf('group'),
  decimal: signOf('decimal'),
  currency: signOf('currency'),
};

/** What a number field asks for. */
export interface NumberKind {
  /** Maximum number of decimals. */
  readonly places: number;
  /** What may stand beside the number, such as `$` or `lb`. */
  readonly marks: readonly string[];
  /** Of a number as it should be typed. */
  readonly example: string;
}

/** Dollars and cents. */
export const MONEY: NumberKind = {
  places: 2,
  marks: [marketSigns.currency, 'USD'],
  example: typedNumber(4.5, 2),
};

/** An amount in a unit; without one where the unit is chosen beside it. */
export function amountIn(unit?: Unit): NumberKind {
  const marks = unit === undefined ? [] : [unit, `${unit}s`, unitName(unit, 2)];
  return { places: 3, marks, example: typedNumber(2.5) };
}

/** A typed text: its number, null for an empty text; or what is wrong with it, for the person who typed it. */
type Reading = { readonly value: number | null } | { readonly problem: string };

/** Shown nowhere: soft hyphens, zero-width spaces and marks of direction, which pasted text brings along. */
const INVISIBLE = /\p{Cf}/gu;
/** Full-width digits and signs, as Japanese and Chinese keyboards write them. */
const FULL_WIDTH = /[\uff00-\uffef]/g;
/** Separators of any market; the middle ones are apostrophes. */
const SEPARATORS = /[.,'’ ]/g;
/** More digits are no price or amount. */
const MAX_DIGITS = 12;

const escaped = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const [GROUP, DECIMAL] = [escaped(marketSigns.group), escaped(marketSigns.decimal)];
/** A number in the market's notation: `1500`, `1,500`, `1 500`, `1,500.25`, `.5`, `5.`. */
const NUMBER = new RegExp(
  `^(\\d*|[1-9]\\d{0,2}(?:(?:${GROUP}\\d{3})+|(?: \\d{3})+))(?:${DECIMAL}(\\d*))?$`,
);

/** A typed or pasted text without invisible characters, in half-width characters, with plain single spaces. */
export function plainTyped(typed: string): string {
  return typed
    .replace(INVISIBLE, '')
    .replace(FULL_WIDTH, (sign) => sign.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Reads a typed number in the market's notation. What that notation does not have is asked about, because it has more
 * than one reading elsewhere: `4,50` is 4.50 in France, and a slip for 450 here.
 */
export function readNumber(typed: string, { places, marks, example }: NumberKind): Reading {
  const plain = plainTyped(typed);
  if (plain === '') return { value: null };
  const number = withoutMarks(plain, marks);
  const digits = number.replace(SEPARATORS, '');
  if (!/^\d+$/.test(digits) || digits.length > MAX_DIGITS)
    return { problem: text.notANumber(example) };
  const [, whole, decimals = ''] = NUMBER.exec(number) ?? [];
  if (whole !== undefined && decimals.length <= places)
    return { value: Number(`${whole.replace(SEPARATORS, '')}.${decimals}`) };
  const found = readings(number, digits, places);
  // 4.505 dollars have a decimal too many, but 4.500 may be 4,500
  const isGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole ?? '') && found.length > 1;
  return {
    problem: whole === undefined || isGroup ? text.didYouMean(found) : text.tooFine(places),
  };
}

/** The number of a text; NaN for an empty text, and for one that {@link readNumber} finds a problem with. */
export function toNumber(typed: string, kind: NumberKind): number {
  const reading = readNumber(typed, kind);
  return 'value' in reading ? (reading.value ?? Number.NaN) : Number.NaN;
}

/** What is wrong with a typed text; null for a number and for an empty text. */
export function problemOf(typed: string, kind: NumberKind): string | null {
  const reading = readNumber(typed, kind);
  return 'problem' in reading ? reading.problem : null;
}

/** A number as the text of its field: without groups, and with at least `places` decimals. */
export function typedNumber(value: number, places = 0): string {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return value.toFixed(Math.max(places, decimals)).replace('.', marketSigns.decimal);
}

/** Takes one of the marks from the beginning and one from the end. */
function withoutMarks(text: string, marks: readonly string[]): string {
  const lower = text.toLowerCase();
  // the longest first: `lbs` before `lb`
  const known = marks.map((mark) => mark.toLowerCase()).sort((a, b) => b.length - a.length);
  const before = known.find((mark) => lower.startsWith(mark))?.length ?? 0;
  const after = known.find((mark) => lower.slice(before).endsWith(mark))?.length ?? 0;
  return text.slice(before, text.length - after).trim();
}

/** The numbers that a text may mean, as they should be typed: its last separator is a decimal one, or none is. */
function readings(number: string, digits: string, places: number): string[] {
  const separators = [...(number.match(SEPARATORS) ?? [])];
  const last = separators.at(-1) ?? '';
  const isRepeated = separators.indexOf(last) < separators.length - 1;
  const found: string[] = [];
  const decimals = number.slice(number.lastIndexOf(last) + 1);
  const significant = decimals.replace(/0+$/, '').length;
  if (/[.,]/.test(last) && !isRepeated && decimals !== '' && significant <= places) {
    const value = Number(`${digits.slice(0, digits.length - decimals.length)}.${decimals}`);
    found.push(typedNumber(value, Math.min(decimals.length, places)));
  }
  // two kinds of separators: the last is the decimal one
  if (found.length === 0 || new Set(separators).size === 1)
    found.push(formatNumber(Number(digits)));
  return found;
}
