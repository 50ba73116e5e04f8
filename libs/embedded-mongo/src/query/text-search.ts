import { someAtPath, splitPath } from '../bson/paths.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { badValue, notSupported } from '../errors.js';

const WORD = /[\p{L}\p{N}_]+/gu;

const words = (text: string): string[] =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? [];

/**
 * `$text` over the string fields of the collection's text index: any word, every "phrase", no -word. Whole words are
 * compared, without stemming or stop words, as in an index with `default_language: 'none'`.
 */
export function compileTextSearch(
  operand: Value,
  fields: readonly string[],
): (doc: Doc) => boolean {
  if (!isDoc(operand) || typeof operand.$search !== 'string') {
    throw badValue('$search had the wrong type. Expected string');
  }
  for (const option of Object.keys(operand)) {
    const harmless =
      option === '$language' ? operand[option] === 'none' : operand[option] === false;
    if (option !== '$search' && !harmless) throw notSupported(`$text option ${option}`);
  }
  const phrases: string[] = [];
  const rest = operand.$search.replace(/"([^"]*)"/g, (_, phrase: string) => {
    phrases.push(words(phrase).join(' '));
    return ' ';
  });
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const term of rest.split(/\s+/)) {
    (term.startsWith('-') ? unwanted : wanted).push(...words(term));
  }
  return (doc) => {
    const texts = fields.flatMap((field) => textsAt(doc, field));
    const found = new Set(texts.flat());
    if (unwanted.some((word) => found.has(word))) return false;
    if (phrases.length > 0) {
      const lines = texts.map((line) => ` ${line.join(' ')} `);
      return phrases.every((phrase) => lines.some((line) => line.includes(` ${phrase} `)));
    }
    return wanted.some((word) => found.has(word));
  };
}

function textsAt(doc: Doc, field: string): string[][] {
  const texts: string[][] = [];
  const collect = (value: Value): boolean => {
    if (typeof value === 'string') texts.push(words(value));
    else if (isArray(value)) value.forEach(collect);
    else if (field === '$**' && isDoc(value)) Object.values(value).forEach(collect);
    return false;
  };
  if (field === '$**') collect(doc);
  else someAtPath(doc, splitPath(field), 0, collect);
  return texts;
}
