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

/** Letters of scripts that are written from right to left, and the marks of their direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A person's words for the middle of a sentence, where no element can isolate them: right-to-left words are put between
 * FSI and PDI (Unicode's bidirectional algorithm), so that they do not reorder what stands beside them.
 */
export const isolate = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;

/** A template tag for a sentence with people's words: isolates each value. */
export const sentence = (
  strings: TemplateStringsArray,
  ...values: readonly (string | number | null)[]
): string => String.raw({ raw: strings }, ...values.map((value) => isolate(String(value))));
