import { BSONRegExp } from 'bson';
import { RE2JS } from 're2js';
import type { Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { withinTime } from './within-time.js';

export interface RegexMatch {
  text: string;
  /** In UTF-16 units. */
  index: number;
  captures: (string | null)[];
}

export interface Regex {
  test(text: string): boolean;
  first(text: string): RegexMatch | undefined;
  all(text: string): RegexMatch[];
}

/** Literal text, possibly anchored: it needs no backtracking, so JavaScript's engine is linear, and the fastest. */
const LITERAL = /^\^?(?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])*\$?$/u;
/** Constructs that no linear engine supports: lookaround, backreferences, more repetitions than RE2 allows. */
const BACKTRACKING = /\(\?<?[=!]|\\[1-9k]|\(\?P=|\{\d*,?\d{4,}\}/;
/** PCRE constructs that JavaScript lacks or interprets differently; a partial translation would match wrongly. */
const PCRE_ONLY =
  /\(\?>|\(\?\(|\(\?[R&\d+]|\(\?P[>=]|[*+?}]\+|\\[AzZQEGKhHRXC]|\[\[[:.=]|\(\*[A-Z]/;
/** Characters above which even a linear engine may block other clients. */
const LONG_TEXT = 100_000;

const cache = new Map<string, Regex>();
const CACHED = 500;

const invalid = (why: string) => new CommandError(51091, `Regular expression is invalid: ${why}`);

/** Removes the white space and comments that PCRE's `x` option ignores. */
function stripExtended(pattern: string): string {
  return pattern.replace(/\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\s+|#[^\n]*/g, (part) =>
    part.startsWith('\\') || part.startsWith('[') ? part : '',
  );
}

/** Compiles a MongoDB regular expression: PCRE source and the options `imsxu`. */
export function compileRegex(pattern: string, options: string): Regex {
  const cacheKey = `${options}/${pattern}`;
  const known = cache.get(cacheKey);
  if (known) return known;
  const bad = /[^imsxu]/.exec(options);
  if (bad) throw new CommandError(51108, `invalid flag in regex options: ${bad[0]}`);
  let source = pattern;
  let flags = options;
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline) {
    source = source.slice(inline[0].length);
    flags += inline[1];
  }
  if (flags.includes('x')) source = stripExtended(source);
  const regex = construct(source, [...new Set(flags.replace(/[^ims]/g, ''))].join(''));
  if (cache.size >= CACHED) cache.clear();
  cache.set(cacheKey, regex);
  return regex;
}

function construct(source: string, flags: string): Regex {
  if (LITERAL.test(source) && !flags.includes('m')) return javascript(source, flags);
  // remove escaped backslashes: the character after one is not escaped
  const plain = source.replace(/\\\\/g, '');
  if (!BACKTRACKING.test(plain)) return linear(source, flags);
  if (PCRE_ONLY.test(plain))
    throw invalid(`the construct in /${source}/ is not supported by the embedded server`);
  return bounded(javascript(source.replace(/\(\?P</g, '(?<'), flags));
}

function javascript(source: string, flags: string): Regex {
  const regex = native(source, flags);
  const global = new RegExp(regex, `${regex.flags}g`);
  const result = (match: RegExpExecArray): RegexMatch => ({
    text: match[0],
    index: match.index,
    captures: match.slice(1).map((capture) => capture ?? null),
  });
  return {
    test: (text) => regex.test(text),
    first: (text) => {
      const match = regex.exec(text);
      return match ? result(match) : undefined;
    },
    all: (text) => [...text.matchAll(global)].map(result),
  };
}

function native(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // the `u` flag forbids escapes such as \- that PCRE allows
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

const RE2_FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

function linear(source: string, flags: string): Regex {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(
      source,
      [...flags].reduce((all, flag) => all | (RE2_FLAGS[flag] ?? 0), 0),
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid(`${why}; not supported by the embedded server`);
  }
  const matches = function* (text: string): Generator<RegexMatch> {
    const matcher = compiled.matcher(text);
    while (matcher.find()) {
      yield {
        text: matcher.group() ?? '',
        index: matcher.start(),
        captures: Array.from({ length: matcher.groupCount() }, (_, i) => matcher.group(i + 1)),
      };
    }
  };
  const regex: Regex = {
    test: (text) => compiled.test(text),
    first: (text) => matches(text).next().value ?? undefined,
    all: (text) => [...matches(text)],
  };
  const slow = bounded(regex);
  const forText = (text: string) => (text.length > LONG_TEXT ? slow : regex);
  return {
    test: (text) => forText(text).test(text),
    first: (text) => forText(text).first(text),
    all: (text) => forText(text).all(text),
  };
}

const bounded = ({ test, first, all }: Regex): Regex => ({
  test: (text) => withinTime(() => test(text)),
  first: (text) => withinTime(() => first(text)),
  all: (text) => withinTime(() => all(text)),
});

export const isRegex = (value: Value): value is BSONRegExp => value instanceof BSONRegExp;

export const regexOf = (value: BSONRegExp): Regex => compileRegex(value.pattern, value.options);
