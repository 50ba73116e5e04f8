import SearchableMap from 'minisearch/SearchableMap';
import { foldedWords } from '#libs/contracts';

/** A word of a search: as typed, for prefix matches, and normalised as in the dictionary. */
export interface SearchWord {
  readonly typed: string;
  readonly word: string;
}

/** Maximum number of words per search: people do not type more, and each costs a lookup. */
const MAX_WORDS = 8;

/** Stop words: grammar, amounts, and what is true of every product. */
const EMPTY = new Set(
  'bunch dozen fresh kg lb local pint pound a an and are as at be by for from in into is it its of on or our so than that the their them then they this to we what when which who will with you your'.split(
    ' ',
  ),
);

/** The quality of a match: the same word, a prefix, or one or two wrong letters. */
const QUALITY = { same: 1, beginning: 0.8, typo: [1, 0.5, 0.3] } as const;

/** The singular of English plurals. A wrongly cut word does no harm: searches and dictionaries cut it alike. */
function singular(word: string): string {
  if (word === 'greens') return word; // the vegetables, not the colour
  if (word.length <= 3 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(o|ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The normalised words of a text, each once. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const word of foldedWords(text)) words.add(singular(word));
  return [...words];
}

/** The first `most` keywords of a long text as one string, each once. */
export function keywordsOf(text: string, most: number): string {
  return wordsOf(text)
    .filter((word) => word.length > 2 && !EMPTY.has(word))
    .slice(0, most)
    .join(' ');
}

/** The words of a search; stop words only if there are no others. */
export function searchWords(text: string): SearchWord[] {
  const words = new Map(
    foldedWords(text).map((typed) => [typed, { typed, word: singular(typed) }]),
  );
  const all = [...words.values()];
  const keywords = all.filter(({ typed }) => !EMPTY.has(typed));
  return (keywords.length > 0 ? keywords : all).slice(0, MAX_WORDS);
}

/** Permitted wrong letters: none in short words, where a wrong letter makes another word. */
const typosIn = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/**
 * The things that a word stands for, each once. Most words of names stand for one thing, for which a list would be
 * large; for many things, a set takes four times the memory of a list and ten times as long to fill.
 */
type Meaning<Thing> = Thing | Thing[];

/** What a `Map` and a `SearchableMap` have in common. */
interface Meanings<Thing> {
  get(word: string): Meaning<Thing> | undefined;
  set(word: string, meaning: Meaning<Thing>): unknown;
  delete(word: string): unknown;
}

/** A dictionary from normalised words to things. */
export class WholeWords<Thing> {
  constructor(private readonly meanings: Meanings<Thing> = new Map()) {}

  add(words: readonly string[], thing: Thing): void {
    for (const word of words) {
      const known = this.meanings.get(word);
      const both = joined(known, thing);
      if (both !== known) this.meanings.set(word, both);
    }
  }

  delete(words: readonly string[], thing: Thing): void {
    for (const word of words) {
      const known = this.meanings.get(word);
      const isLast = Array.isArray(known) ? isEmptyWithout(known, thing) : known === thing;
      if (isLast) this.meanings.delete(word);
    }
  }

  /** The things of exactly this word. */
  findSame(word: string): Map<Thing, number> {
    return new Map([...thingsOf(this.meanings.get(word))].map((thing) => [thing, QUALITY.same]));
  }
}

/** A dictionary that also finds words by their beginning and despite typos: the radix tree of MiniSearch. */
export class Words<Thing> extends WholeWords<Thing> {
  constructor(private readonly tree = new SearchableMap<Meaning<Thing>>()) {
    super(tree);
  }

  /** The things of this word, and of words that begin with it, each with its quality (0 to 1). */
  find({ typed, word }: SearchWord): Map<Thing, number> {
    const found = new Map<Thing, number>();
    for (const [, meaning] of this.tree.atPrefix(typed))
      for (const thing of thingsOf(meaning)) found.set(thing, QUALITY.beginning);
    for (const thing of thingsOf(this.tree.get(word))) found.set(thing, QUALITY.same);
    return found;
  }

  /** The things of words that differ by one or two letters, or by two swapped neighbours. */
  findSimilar({ word }: SearchWord): Map<Thing, number> {
    const found = new Map<Thing, number>();
    const typos = typosIn(word);
    if (typos === 0) return found;
    for (const other of transposed(word))
      for (const thing of thingsOf(this.tree.get(other))) found.set(thing, QUALITY.typo[1]);
    for (const [meaning, distance] of this.tree.fuzzyGet(word, typos).values()) {
      const quality = QUALITY.typo[distance] ?? 0;
      for (const thing of thingsOf(meaning))
        if (quality > (found.get(thing) ?? 0)) found.set(thing, quality);
    }
    return found;
  }
}

/** All variants of a word with two neighbouring letters swapped. */
function transposed(word: string): string[] {
  return [...word.slice(1)].map(
    (letter, n) => `${word.slice(0, n)}${letter}${word[n]}${word.slice(n + 2)}`,
  );
}

/** Needs no check for duplicates, because a thing is deleted before it is added again. */
function joined<Thing>(known: Meaning<Thing> | undefined, thing: Thing): Meaning<Thing> {
  if (known === undefined || known === thing) return thing;
  if (!Array.isArray(known)) return [known, thing];
  known.push(thing);
  return known;
}

/** Removes a thing from a list. Returns whether the list is now empty. */
function isEmptyWithout<Thing>(things: Thing[], thing: Thing): boolean {
  const at = things.indexOf(thing);
  if (at !== -1) things.splice(at, 1);
  return things.length === 0;
}

function thingsOf<Thing>(meaning: Meaning<Thing> | undefined): Iterable<Thing> {
  if (meaning === undefined) return [];
  return Array.isArray(meaning) ? meaning : [meaning];
}
