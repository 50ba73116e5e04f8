import { foldedWords } from '#libs/contracts';

/** The folded words of some texts, each once, for an indexed array `search`. */
export const searchTerms = (...texts: (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => foldedWords(text ?? ''))),
];

/** Matches terms that begin with this folded text. */
export const beginsWith = (folded: string): RegExp => new RegExp(`^${escapeRegex(folded)}`);

/**
 * A condition for each word of a search: one of the terms in `search` begins with it. The longest word comes first,
 * because it matches the smallest range of the index.
 */
export const searchConditions = (q: string): { search: RegExp }[] =>
  searchTerms(q)
    .sort((a, b) => b.length - a.length)
    .map((word) => ({ search: beginsWith(word) }));

type SearchFilter =
  | { $and: { search: RegExp }[] }
  | { search: { $in: [] } }
  | Record<string, never>;

/** What matches every word of a search: everything without a text, and nothing for a text without words, such as `.*`. */
export function searchFilter(q: string | undefined): SearchFilter {
  if (!q) return {};
  const $and = searchConditions(q);
  return $and.length > 0 ? { $and } : { search: { $in: [] } };
}

/** Escapes a text for a regular expression that matches exactly this text. */
export const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
