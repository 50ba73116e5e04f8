import { BSONRegExp } from 'bson';
import type { Value } from '../bson/types.js';
import { CommandError } from '../errors.js';

/** Constructs of PCRE that JavaScript lacks or reads differently; translating them halfway would match wrongly. */
const PCRE_ONLY =
  /\(\?>|\(\?\(|\(\?[R&\d+]|\(\?P[>=]|[*+?}]\+|\\[AzZQEGKhHRXC]|\[\[[:.=]|\(\*[A-Z]/;

const cache = new Map<string, RegExp>();
const CACHED = 500;

const invalid = (why: string) => new CommandError(51091, `Regular expression is invalid: ${why}`);

/** Drops the white space and comments that PCRE's `x` option ignores. */
function stripExtended(pattern: string): string {
  return pattern.replace(/\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\s+|#[^\n]*/g, (part) =>
    part.startsWith('\\') || part.startsWith('[') ? part : '',
  );
}

/** Compiles a MongoDB regular expression (PCRE source and the options `imsxu`) to a JavaScript one. */
export function compileRegex(pattern: string, options: string): RegExp {
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
  if (PCRE_ONLY.test(source.replace(/\\\\/g, ''))) {
    throw invalid(`the construct in /${pattern}/ is not supported by the embedded server`);
  }
  if (flags.includes('x')) source = stripExtended(source);
  source = source.replace(/\(\?P</g, '(?<');
  const jsFlags = [...new Set(flags.replace(/[^ims]/g, ''))].join('');
  const regex = construct(source, jsFlags);
  if (cache.size >= CACHED) cache.clear();
  cache.set(cacheKey, regex);
  return regex;
}

function construct(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // the `u` flag forbids harmless escapes such as \- which PCRE allows
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

export const isRegex = (value: Value): value is BSONRegExp => value instanceof BSONRegExp;

export const regexOf = (value: BSONRegExp): RegExp => compileRegex(value.pattern, value.options);
