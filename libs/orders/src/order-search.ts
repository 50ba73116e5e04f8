/** The prefix of every code; useless in a search. */
const CODE_PREFIX = 'fg-';

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
const withoutPrefix = (text: string): string =>
  text.startsWith(CODE_PREFIX) ? text.slice(CODE_PREFIX.length) : text;
/** The term of a whole name starts with a space, as no word does. */
const wholeName = (name: string): string => ` ${name}`;

/**
 * The terms by whose prefixes an order is found, in lower case: its code without the prefix, the words of the name, and
 * the whole name if it has several words. A query merges the index entries of every distinct term with its prefix, so
 * whole names, of which there are nearly as many as customers, are kept apart from words. A word that is a prefix of
 * another one is omitted.
 */
export function searchTerms(code: string, name: string): string[] {
  const whole = plain(name);
  const words = [...new Set([withoutPrefix(plain(code)), ...whole.split(' ')])];
  const kept = words.filter(
    (word) => !words.some((other) => other !== word && other.startsWith(word)),
  );
  return whole.includes(' ') ? [...kept, wholeName(whole)] : kept;
}

/** The prefixes of which one of an order's terms must have one; none when the text is empty or part of every code. */
export function searchPrefixes(q: string): string[] {
  const text = plain(q);
  if (text === '' || (text.length > 1 && CODE_PREFIX.startsWith(text))) return [];
  // Orders of older versions may have the whole name among the words.
  return text.includes(' ') ? [wholeName(text), text] : [withoutPrefix(text)];
}
