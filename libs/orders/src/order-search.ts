/** The prefix that all codes share; useless in a search. */
const CODE_PREFIX = 'fg-';

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
const withoutPrefix = (text: string): string =>
  text.startsWith(CODE_PREFIX) ? text.slice(CODE_PREFIX.length) : text;
/** The term for a whole name starts with a space, to tell it from words. */
const wholeName = (name: string): string => ` ${name}`;

/**
 * The search terms of an order, in lower case: its code without the prefix, the words of the name, and the whole name
 * if it has several words. Searches match prefixes of terms. A query merges the index entries of all distinct terms
 * with its prefix, so whole names, which are nearly as many as customers, are kept apart from words. A word that is a
 * prefix of another word is omitted.
 */
export function searchTerms(code: string, name: string): string[] {
  const whole = plain(name);
  const words = [...new Set([withoutPrefix(plain(code)), ...whole.split(' ')])];
  const kept = words.filter(
    (word) => !words.some((other) => other !== word && other.startsWith(word)),
  );
  return whole.includes(' ') ? [...kept, wholeName(whole)] : kept;
}

/** The prefixes for a search: an order matches if a term has one of them. None for an empty text or part of `fg-`. */
export function searchPrefixes(q: string): string[] {
  const text = plain(q);
  if (text === '' || (text.length > 1 && CODE_PREFIX.startsWith(text))) return [];
  // Orders of older versions may have the whole name among the words.
  return text.includes(' ') ? [wholeName(text), text] : [withoutPrefix(text)];
}
