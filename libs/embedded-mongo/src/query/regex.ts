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
  /** The matches in a text, at most `most`. */
  matches(text: string, most?: number): RegexMatch[];
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
  return {
    test: (text) => regex.test(text),
    matches: (text, most = Number.POSITIVE_INFINITY) => {
      const found: RegexMatch[] = [];
      for (const match of text.matchAll(global)) {
        const captures = match.slice(1).map((capture) => capture ?? null);
        found.push({ text: match[0], index: match.index, captures });
        if (found.length >= most) break;
      }
      return found;
    },
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
  const regex: Regex = {
    test: (text) => compiled.test(text),
    matches: (text, most = Number.POSITIVE_INFINITY) => {
      const found: RegexMatch[] = [];
      const matcher = compiled.matcher(text);
      while (found.length < most && matcher.find()) {
        const groups = Array.from({ length: matcher.groupCount() }, (_, i) => i + 1);
        found.push({
          text: matcher.group() ?? '',
          index: matcher.start(),
          captures: groups.map((group) => matcher.group(group)),
        });
      }
      return found;
    },
  };
  const slow = bounded(regex);
  const forText = (text: string) => (text.length > LONG_TEXT ? slow : regex);
  return {
    test: (text) => forText(text).test(text),
    matches: (text, most) => forText(text).matches(text, most),
  };
}

const bounded = ({ test, matches }: Regex): Regex => ({
  test: (text) => withinTime(() => test(text)),
  matches: (text, most) => withinTime(() => matches(text, most)),
});

export const isRegex = (value: Value): value is BSONRegExp => value instanceof BSONRegExp;

export const regexOf = (value: BSONRegExp): Regex => compileRegex(value.pattern, value.options);
