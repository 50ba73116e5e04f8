import { compareStrings } from '../bson/compare.js';
import { toNumber } from '../bson/numbers.js';
import { isNullish, isNumeric, typeName, type Value } from '../bson/types.js';
import { compileRegex, isRegex, type Regex, type RegexMatch } from '../query/regex.js';
import { toText } from './convert.js';
import {
  binary,
  location,
  MANY,
  named,
  nullable,
  type OperatorTable,
  positional,
  requireString,
  unary,
} from './helpers.js';

/** The operand of `$toLower` and similar operators: null is the empty string; numbers and dates are converted. */
function textOrEmpty(operator: string, value: Value): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (isNumeric(value) || value instanceof Date) return toText(value);
  throw location(16007, `can't convert from BSON type ${typeName(value)} to String in ${operator}`);
}

// ASCII letters only, as in MongoDB
const lower = (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
const upper = (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase());

function wholeNumber(operator: string, value: Value): number {
  const n = isNumeric(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(n)) {
    throw location(34450, `${operator}: requires an integral number, found: ${typeName(value)}`);
  }
  return n;
}

function substringCodePoints(value: Value, start: Value, count: Value): Value {
  const from = wholeNumber('$substrCP', start);
  const length = wholeNumber('$substrCP', count);
  if (from < 0 || length < 0) throw location(34451, '$substrCP: the arguments must be nonnegative');
  return [...textOrEmpty('$substrCP', value)].slice(from, from + length).join('');
}

function substringBytes(value: Value, start: Value, count: Value): Value {
  const bytes = Buffer.from(textOrEmpty('$substrBytes', value));
  const from = wholeNumber('$substrBytes', start);
  const length = wholeNumber('$substrBytes', count);
  if (from < 0) throw location(50752, '$substrBytes: starting index must be non-negative');
  const end = length < 0 ? bytes.length : Math.min(bytes.length, from + length);
  const splits = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  if (splits(from) || splits(end)) {
    throw location(28656, '$substrBytes: Invalid range, starts or ends in a UTF-8 character');
  }
  return bytes.toString('utf8', from, end);
}

function indexOf(operator: string, units: (text: string) => string[]) {
  return positional(operator, 2, 4, (text, part, start = 0, end) => {
    if (isNullish(text)) return null;
    const haystack = units(requireString(operator, text, 40093));
    const needle = units(requireString(operator, part, 40094));
    const to = end === undefined ? haystack.length : wholeNumber(operator, end);
    const last = Math.min(to, haystack.length) - needle.length;
    for (let i = wholeNumber(operator, start); i <= last; i++) {
      if (needle.every((unit, j) => unit === haystack[i + j])) return i;
    }
    return -1;
  });
}

const codePoints = (text: string): string[] => [...text];
const byteUnits = (text: string): string[] => [...Buffer.from(text).toString('latin1')];

const WHITE_SPACE = `\0 \t\n\v\f\r\u00a0\u1680${String.fromCharCode(
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
)}`;

const trimmer = (name: string, sides: 'left' | 'right' | 'both') =>
  named(name, ['input'], ['chars'], (args) => {
    const { input, chars } = { chars: WHITE_SPACE, ...args };
    if (isNullish(input) || isNullish(chars)) return null;
    const set = new Set(requireString(name, chars, 50700));
    const units = [...requireString(name, input, 50699)];
    let from = 0;
    let to = units.length;
    if (sides !== 'right') while (from < to && set.has(units[from] ?? '')) from++;
    if (sides !== 'left') while (to > from && set.has(units[to - 1] ?? '')) to--;
    return units.slice(from, to).join('');
  });

const replacer = (name: string, all: boolean) =>
  named(name, ['input', 'find', 'replacement'], [], (args) => {
    const values = [args.input, args.find, args.replacement];
    if (values.some(isNullish)) return null;
    const [input = '', find = '', replacement = ''] = values.map((one) =>
      requireString(name, one, 51746),
    );
    return all ? input.split(find).join(replacement) : input.replace(find, () => replacement);
  });

type RegexUse = (text: string, regex: Regex) => Value;

const matchResult = ({ text: match, index, captures }: RegexMatch, text: string) => ({
  match,
  idx: [...text.slice(0, index)].length,
  captures,
});

const regexOperator = (name: string, use: RegexUse, onNull: () => Value) =>
  named(name, ['input', 'regex'], ['options'], ({ input, regex, options }) => {
    if (isNullish(input) || isNullish(regex)) return onNull();
    const text = requireString(name, input, 51104);
    if (!isRegex(regex) && typeof regex !== 'string') {
      throw location(51105, `${name} needs 'regex' to be of type string or regex`);
    }
    const [source, own] = isRegex(regex) ? [regex.pattern, regex.options] : [regex, ''];
    return use(text, compileRegex(source, typeof options === 'string' ? options : own));
  });

export const stringOperators: OperatorTable = {
  $concat: nullable('$concat', 0, MANY, (...parts) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        throw location(16702, `$concat only supports strings, not ${typeName(part)}`);
      })
      .join(''),
  ),
  $toLower: unary('$toLower', (value) => lower(textOrEmpty('$toLower', value))),
  $toUpper: unary('$toUpper', (value) => upper(textOrEmpty('$toUpper', value))),
  $substr: positional('$substr', 3, 3, substringBytes),
  $substrBytes: positional('$substrBytes', 3, 3, substringBytes),
  $substrCP: positional('$substrCP', 3, 3, substringCodePoints),
  $strLenCP: unary('$strLenCP', (value) => [...requireString('$strLenCP', value, 34471)].length),
  $strLenBytes: unary('$strLenBytes', (value) =>
    Buffer.byteLength(requireString('$strLenBytes', value, 34473)),
  ),
  $strcasecmp: binary('$strcasecmp', (a, b) =>
    Math.sign(
      compareStrings(upper(textOrEmpty('$strcasecmp', a)), upper(textOrEmpty('$strcasecmp', b))),
    ),
  ),
  $indexOfCP: indexOf('$indexOfCP', codePoints),
  $indexOfBytes: indexOf('$indexOfBytes', byteUnits),
  $split: nullable('$split', 2, 2, (text, separator) => {
    const by = requireString('$split', separator, 40086);
    if (by === '') throw location(40087, '$split requires a non-empty separator');
    return requireString('$split', text, 40085).split(by);
  }),
  $trim: trimmer('$trim', 'both'),
  $ltrim: trimmer('$ltrim', 'left'),
  $rtrim: trimmer('$rtrim', 'right'),
  $replaceOne: replacer('$replaceOne', false),
  $replaceAll: replacer('$replaceAll', true),
  $regexMatch: regexOperator(
    '$regexMatch',
    (text, regex) => regex.test(text),
    () => false,
  ),
  $regexFind: regexOperator(
    '$regexFind',
    (text, regex) => {
      const [match] = regex.matches(text, 1);
      return match ? matchResult(match, text) : null;
    },
    () => null,
  ),
  $regexFindAll: regexOperator(
    '$regexFindAll',
    (text, regex) => regex.matches(text).map((match) => matchResult(match, text)),
    () => [],
  ),
};
