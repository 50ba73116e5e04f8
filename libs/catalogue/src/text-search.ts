import { type Category, stateName } from '#libs/contracts';
import type { CatalogueProduct } from './catalogue-product.js';
import { type Synonyms, searchTerms, similarSynonymsOf, synonymsOf } from './synonyms.js';
import { type SearchWord, searchWords, WholeWords, Words, wordsOf } from './words.js';

/** The indexed fields of a public farm. */
export interface CatalogueFarm {
  readonly id: string;
  readonly version: number;
  readonly slug: string;
  readonly name: string;
  readonly image: string;
  readonly city: string;
  readonly state: string;
  readonly certification: string | null;
  /** Milliseconds since 1970; null while the farm is open. */
  readonly holidayUntil: number | null;
}

/** A property of products that a search word can name. */
type Trait = Category | 'organic';

/** The weight of a match by the field that matched. */
const WEIGHT = { name: 100, trait: 40, farm: 30, place: 50, description: 15 };
/** The quality of a synonym relative to the word itself: below a prefix match, above a typo. */
const SYNONYM = 0.75;

/** Tie-breakers: together below the step between two kinds of match, each above the sum of those after it. */
const HEAD_BONUS = 400;
const BUYABLE_BONUS = 200;

type Found<Thing = string> = ReadonlyMap<Thing, number>;

/** The matches of one search term, each with its quality (0 to 1). */
interface Finding {
  /** Products, by their names and by their descriptions. */
  readonly names: Found;
  /** Products that are the thing itself: for "apple", apples but no apple pie. */
  readonly heads: Found;
  readonly descriptions: Found;
  /** Farms, by their names and by where they are. */
  readonly farms: Found;
  readonly places: Found;
  readonly traits: Found<Trait>;
}

/** The result of a search: the score of each product (0: no match) and the products that can match at all. */
export interface TextMatch {
  readonly score: (product: CatalogueProduct) => number;
  /** The score without tie-breakers. */
  readonly weightOf: (product: CatalogueProduct) => number;
  /** Product ids; null: any product may match. */
  readonly candidates: Iterable<string> | null;
  /** Farms and categories that match every term on their own, best first. */
  readonly farms: Ranked<string>;
  readonly categories: Ranked<Category>;
}
/** Matches with weights on the scale of `weightOf`. */
type Ranked<Thing> = { readonly thing: Thing; readonly weight: number }[];

/**
 * Separate dictionaries for the words of names, descriptions, farms and categories, so that renaming a farm is one
 * change instead of one per product. A score depends on the search and the product alone, never on the rest of the
 * catalogue, so cursors of the sort by relevance stay valid while products come and go.
 */
export class TextSearch {
  private readonly names = new Words<string>();
  private readonly heads = new Words<string>();
  private readonly descriptions = new WholeWords<string>();
  private readonly farms = new Words<string>();
  /** Towns and states; a shopper who names one looks for farms, not for products. */
  private readonly places = new Words<string>();
  private readonly traits = new Words<Trait>();

  constructor(categories: readonly Category[]) {
    for (const trait of [...categories, 'organic' as const]) this.traits.add(wordsOf(trait), trait);
    // "greens" is no plural of "green", but "green" is what a shopper has typed just before "greens".
    this.traits.add(['green'], 'greens');
  }

  replace(before: CatalogueProduct | undefined, after: CatalogueProduct | undefined): void {
    if (before?.name !== after?.name) {
      if (before) this.names.delete(wordsOf(before.name), before.id);
      if (before) this.heads.delete(headOf(before.name), before.id);
      if (after) this.names.add(wordsOf(after.name), after.id);
      if (after) this.heads.add(headOf(after.name), after.id);
    }
    if (before?.words !== after?.words) {
      if (before) this.descriptions.delete(keywordsIn(before.words), before.id);
      if (after) this.descriptions.add(keywordsIn(after.words), after.id);
    }
  }

  replaceFarm(before: CatalogueFarm | undefined, after: CatalogueFarm | undefined): void {
    if (before) this.farms.delete(wordsOf(before.name), before.id);
    if (before) this.places.delete(wordsOf(placeOf(before)), before.id);
    if (after) this.farms.add(wordsOf(after.name), after.id);
    if (after) this.places.add(wordsOf(placeOf(after)), after.id);
  }

  /** Every term has to match the product's name, description or category, its farm's name, or "organic". */
  match(text: string): TextMatch {
    const findings = searchTerms(text).map((words) => this.find(words));
    return {
      weightOf: (product) => weightOf(product, findings),
      score: (product) => scoreOf(product, findings),
      candidates: candidatesOf(findings),
      farms: intersectSum(findings.map(({ farms, places }) => byNameOrPlace(farms, places))),
      categories: intersectSum(findings.map(({ traits }) => weighed(traits, WEIGHT.name))).flatMap(
        ({ thing, weight }) => (thing === 'organic' ? [] : [{ thing, weight }]),
      ),
    };
  }

  /** The matching farms by weight: every word has to match the farm's name or place. */
  matchFarms(text: string): Map<string, number> {
    const found = searchWords(text).map((word) => {
      const near = this.farmsBy((words) => words.find(word));
      return near.size > 0 ? near : this.farmsBy((words) => words.findSimilar(word));
    });
    return new Map(intersectSum(found).map(({ thing, weight }) => [thing, weight]));
  }

  private farmsBy(find: (words: Words<string>) => Found): Found {
    return byNameOrPlace(find(this.farms), find(this.places));
  }

  /** Typos count only if no word begins with what was typed: "pear" does not mean peas. */
  private find(words: readonly SearchWord[]): Finding {
    const near = this.findBy(words, synonymsOf(words), (dictionary, word) => dictionary.find(word));
    return Object.values(near).some((found) => found.size > 0)
      ? near
      : this.findBy(words, similarSynonymsOf(words), (dictionary, word) =>
          dictionary.findSimilar(word),
        );
  }

  private findBy(
    words: readonly SearchWord[],
    synonyms: Synonyms,
    find: <Thing>(dictionary: Words<Thing>, word: SearchWord) => Found<Thing>,
  ): Finding {
    const inOne = <Thing>(dictionary: Words<Thing>) =>
      intersectMin(words.map((word) => find(dictionary, word)));
    const names = inOne(this.names);
    const heads = inOne(this.heads);
    const traits = inOne(this.traits);
    for (const [others, quality] of synonyms) {
      const also = <Thing>(dictionary: Words<Thing>) =>
        intersectMin(others.map((word) => dictionary.findSame(word)));
      addBest(names, also(this.names), SYNONYM * quality);
      addBest(heads, also(this.heads), SYNONYM * quality);
      addBest(traits, also(this.traits), SYNONYM * quality);
    }
    return {
      names,
      heads,
      // Whole words only: descriptions have so many words that almost every prefix would match one.
      descriptions: intersectMin(words.map(({ word }) => this.descriptions.findSame(word))),
      farms: inOne(this.farms),
      places: inOne(this.places),
      traits,
    };
  }
}

const placeOf = ({ city, state }: CatalogueFarm) => `${city} ${state} ${stateName(state)}`;

/** The list of what `keywordsOf` has joined. */
const keywordsIn = (words: string) => (words === '' ? [] : words.split(' '));

/** The head noun: the last word of a name, unless it is part of a longer term. Apple butter is no butter. */
function headOf(name: string): string[] {
  const last = searchTerms(name).at(-1) ?? [];
  return last.length === 1 ? last.map(({ word }) => word) : [];
}

/** The sum of each term's best weight for a product; 0 if a term does not match. */
function weightOf(product: CatalogueProduct, findings: readonly Finding[]): number {
  let weight = 0;
  for (const { names, descriptions, farms, traits } of findings) {
    const best = Math.max(
      WEIGHT.name * (names.get(product.id) ?? 0),
      WEIGHT.description * (descriptions.get(product.id) ?? 0),
      WEIGHT.farm * (farms.get(product.farmId) ?? 0),
      WEIGHT.trait * (traits.get(product.category) ?? 0),
      product.organic ? WEIGHT.trait * (traits.get('organic') ?? 0) : 0,
    );
    if (best === 0) return 0;
    weight += best;
  }
  return weight;
}

function scoreOf(product: CatalogueProduct, findings: readonly Finding[]): number {
  const weight = weightOf(product, findings);
  if (weight === 0) return 0;
  // Among equal matches, first the thing itself (apples before apple pie), then what is in stock, then shorter names.
  const isBuyable = product.stock !== 'sold_out';
  const isHeadMatch = findings.some(({ heads }) => heads.has(product.id));
  const bonus = (isBuyable ? BUYABLE_BONUS : 0) + (isHeadMatch ? HEAD_BONUS : 0);
  return Math.round(weight * 100) + bonus - Math.min(product.name.length, BUYABLE_BONUS - 1);
}

/** The products that can match: those whose texts contain the rarest of the terms that match no farm or category. */
function candidatesOf(findings: readonly Finding[]): Iterable<string> | null {
  if (findings.length === 0) return [];
  const [fewest] = findings
    .filter(({ farms, traits }) => farms.size + traits.size === 0)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b));
  return fewest ? new Set([...fewest.names.keys(), ...fewest.descriptions.keys()]) : null;
}
const sizeOf = ({ names, descriptions }: Finding) => names.size + descriptions.size;

/** The farms with the better weight of their name and place. */
function byNameOrPlace(farms: Found, places: Found): Found {
  const fits = weighed(places, WEIGHT.place);
  addBest(fits, farms, WEIGHT.name);
  return fits;
}

const weighed = <Thing>(found: Found<Thing>, weight: number) =>
  new Map([...found].map(([thing, quality]) => [thing, weight * quality]));

function addBest<Thing>(to: Map<Thing, number>, found: Found<Thing>, weight: number): void {
  for (const [thing, quality] of found)
    to.set(thing, Math.max(to.get(thing) ?? 0, weight * quality));
}

/** The things that all of these found, with the lowest quality of each. */
function intersectMin<Thing>([first, ...rest]: readonly Found<Thing>[]): Map<Thing, number> {
  const all = new Map(first);
  for (const found of rest)
    for (const [thing, quality] of all) {
      const other = found.get(thing);
      if (other === undefined) all.delete(thing);
      else all.set(thing, Math.min(quality, other));
    }
  return all;
}

/** The things that all of these found, with the sum of their weights, best first. */
function intersectSum<Thing extends string>(found: readonly Found<Thing>[]): Ranked<Thing> {
  const total = (thing: Thing) => found.reduce((sum, one) => sum + (one.get(thing) ?? 0), 0);
  return [...intersectMin(found).keys()]
    .map((thing) => ({ thing, weight: total(thing) }))
    .toSorted((a, b) => b.weight - a.weight || (a.thing < b.thing ? -1 : 1));
}
