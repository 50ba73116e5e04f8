/** What every code begins with, so that it tells no order from another. */
const CODE_PREFIX = 'fg-';

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
const withoutPrefix = (text: string): string =>
  text.startsWith(CODE_PREFIX) ? text.slice(CODE_PREFIX.length) : text;
/** A whole name is a term behind a blank, with which no word begins. */
const wholeName = (name: string): string => ` ${name}`;

/**
 * By which beginnings an order is found, in lower case: its code without the prefix, the words of the name, and the
 * whole of it if it has several. Whole names stand apart, because there are nearly as many as customers: a list merges
 * what it finds under each different term, and only few words begin alike. Left out is a word that another one begins
 * with.
 */
export function searchTerms(code: string, name: string): string[] {
  const whole = plain(name);
  const words = [...new Set([withoutPrefix(plain(code)), ...whole.split(' ')])];
  const kept = words.filter(
    (word) => !words.some((other) => other !== word && other.startsWith(word)),
  );
  return whole.includes(' ') ? [...kept, wholeName(whole)] : kept;
}

/** One of an order's terms has to begin with one of these; none, where a text says no more than every code. */
export function searchedBeginnings(q: string): string[] {
  const text = plain(q);
  if (text === '' || (text.length > 1 && CODE_PREFIX.startsWith(text))) return [];
  // orders of older versions may have their whole names among the words
  return text.includes(' ') ? [wholeName(text), text] : [withoutPrefix(text)];
}
