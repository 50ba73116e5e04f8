/** What every code begins with, so that it tells no order from another. */
const CODE_PREFIX = 'fg-';

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * By which beginnings an order is found, in lower case: its code without the prefix, the name and its words. Left out
 * is what another of them begins with, such as the first word of the name.
 */
export function searchTerms(code: string, name: string): string[] {
  const whole = plain(name);
  const terms = [...new Set([searchedText(code), whole, ...whole.split(' ')])];
  return terms.filter((term) => !terms.some((other) => other !== term && other.startsWith(term)));
}

/** With what one of an order's terms has to begin; nothing, where a text says no more than every code. */
export function searchedText(q: string): string {
  const text = plain(q);
  if (text.length > 1 && CODE_PREFIX.startsWith(text)) return '';
  return text.startsWith(CODE_PREFIX) ? text.slice(CODE_PREFIX.length) : text;
}
