/** The beginning of a text, of at most `most` UTF-16 code units, that ends with a whole character as people see it. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, new Intl.Segmenter().segment(text).containing(most)?.index);
}

/**
 * Like {@link beginningOf}, but ends with an ellipsis if the text is longer, and with a whole word unless that would
 * leave less than half.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = beginningOf(text, most - 1);
  // A space after the beginning ends its last word.
  const end = /\s/.test(text.charAt(beginning.length))
    ? beginning.length
    : beginning.search(/\s+\S*$/);
  return `${beginning.slice(0, end > most / 2 ? end : undefined).trimEnd()}…`;
}
