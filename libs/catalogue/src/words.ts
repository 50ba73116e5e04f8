import SearchableMap from 'minisearch/SearchableMap';

/** A word of a search: as it was typed, for beginnings of words, and in the form that the dictionary has. */
export interface SearchWord {
  readonly typed: string;
  readonly word: string;
}

/** Words that are looked up of one search; people do not type more, and each costs a look. */
const MOST_WORDS = 8;

/** Words that say nothing of what is meant, how much of it, or that it is what all of it is. */
const EMPTY = new Set(
  'bunch dozen fresh kg lb local pint pound a an and are as at be by for from in into is it its of on or our so than that the their them then they this to we what when which who will with you your'.split(
    ' ',
  ),
);

/** How well a word of the dictionary fits: the word itself, its beginning, or with one or two letters wrong. */
const QUALITY = { same: 1, beginning: 0.8, typo: [1, 0.5, 0.3] } as const;

/** Lower case without accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function split(text: string): string[] {
  return fold(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** English plurals as their singular. What is no plural may lose a letter too: it does so on both sides. */
function singular(word: string): string {
  if (word === 'greens') return word; // what is eaten, not what is of that colour
  if (word.length <= 3 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(o|ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The words of a text as the dictionary has them, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(split(text).map(singular))];
}

/** The keywords of a long text as one string, each once and at most so many. */
export function keywordsOf(text: string, most: number): string {
  return wordsOf(text)
    .filter((word) => word.length > 2 && !EMPTY.has(word))
    .slice(0, most)
    .join(' ');
}

/** The words of what somebody typed; "and", "fresh" and their like only where there is nothing else. */
export function searchWords(text: string): SearchWord[] {
  const words = new Map(split(text).map((typed) => [typed, { typed, word: singular(typed) }]));
  const all = [...words.values()];
  const keywords = all.filter(({ typed }) => !EMPTY.has(typed));
  return (keywords.length > 0 ? keywords : all).slice(0, MOST_WORDS);
}

/** Letters that may be wrong: none in a word so short that another word would be meant. */
const typosIn = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/**
 * What a word stands for, each thing once. Most words of names stand for one thing, and a list of one is large; a set of
 * many takes four times the memory of a list, and ten times the time to fill.
 */
type Meaning<Thing> = Thing | Thing[];

/** A dictionary: which things a word stands for. The radix tree of MiniSearch finds beginnings and near misses. */
export class Words<Thing> {
  private readonly tree = new SearchableMap<Meaning<Thing>>();

  add(text: string, thing: Thing): void {
    for (const word of wordsOf(text)) this.tree.update(word, (known) => joined(known, thing));
  }

  delete(text: string, thing: Thing): void {
    for (const word of wordsOf(text)) {
      const known = this.tree.get(word);
      const isLast = Array.isArray(known) ? isEmptyWithout(known, thing) : known === thing;
      if (isLast) this.tree.delete(word);
    }
  }

  /** What this word stands for, or one that begins with it, with how well it fits (0 to 1). */
  find({ typed, word }: SearchWord): Map<Thing, number> {
    const found = new Map<Thing, number>();
    for (const [, meaning] of this.tree.atPrefix(typed))
      for (const thing of thingsOf(meaning)) found.set(thing, QUALITY.beginning);
    for (const thing of thingsOf(this.tree.get(word))) found.set(thing, QUALITY.same);
    return found;
  }

  /** What this very word stands for. */
  findSame(word: string): Map<Thing, number> {
    return new Map([...thingsOf(this.tree.get(word))].map((thing) => [thing, QUALITY.same]));
  }

  /** What words stand for that differ from this one by a letter or two, or by two letters that changed places. */
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

/** The word with each two neighbours exchanged. */
function transposed(word: string): string[] {
  return [...word.slice(1)].map(
    (letter, n) => `${word.slice(0, n)}${letter}${word[n]}${word.slice(n + 2)}`,
  );
}

/** A thing is joined to a word once, because it is deleted before it is added again. */
function joined<Thing>(known: Meaning<Thing> | undefined, thing: Thing): Meaning<Thing> {
  if (known === undefined || known === thing) return thing;
  if (!Array.isArray(known)) return [known, thing];
  known.push(thing);
  return known;
}

/** Removes a thing from a list; whether the list is empty then. */
function isEmptyWithout<Thing>(things: Thing[], thing: Thing): boolean {
  const at = things.indexOf(thing);
  if (at !== -1) things.splice(at, 1);
  return things.length === 0;
}

function thingsOf<Thing>(meaning: Meaning<Thing> | undefined): Iterable<Thing> {
  if (meaning === undefined) return [];
  return Array.isArray(meaning) ? meaning : [meaning];
}
