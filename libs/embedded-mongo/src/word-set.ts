/** The words of a text, for lists of names. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
