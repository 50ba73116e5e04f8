/** Accents of Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic. */
const ACCENTS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F]/g;
/** Letters that Unicode does not take apart, as people without them on their keyboard type them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
/** Apostrophes and quotation marks inside words, and characters without width. */
const INSIDE_WORDS =
  /['`´’‘‛′＇\u02B9-\u02BD\u02C8\u055A\uA78C\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Text as it is compared in every search: lower case, without accents and apostrophes, in Unicode's compatible form.
 * What is stored for searches is derived by the same function.
 */
export function fold(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text.toLowerCase().replace(/['`]/g, '');
  return (
    text
      // An acute accent that stands alone would become a space.
      .replaceAll('´', '')
      .normalize('NFKD')
      .toLowerCase()
      .replace(INSIDE_WORDS, '')
      .replace(ACCENTS, '')
      .replace(/[ßæœøłđðþħıς]/g, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFC')
  );
}

/** The words of a text as searches compare them, in their order. */
export function foldedWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Whether each word of the search begins a word of the text, in any order. */
export function hasWords(text: string, q: string): boolean {
  const words = foldedWords(text);
  return foldedWords(q).every((word) => words.some((other) => other.startsWith(word)));
}
