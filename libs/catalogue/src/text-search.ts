import { type Category, stateName } from '#libs/contracts';
import type { CatalogueProduct } from './catalogue-product.js';
import { type Synonyms, searchTerms, similarSynonymsOf, synonymsOf } from './synonyms.js';
import { type SearchWord, searchWords, Words } from './words.js';

/** The name of a farm, and the words by which it is found. */
export interface CatalogueFarm {
  readonly id: string;
  readonly version: number;
  readonly slug: string;
  readonly name: string;
  readonly image: string;
  readonly city: string;
  readonly state: string;
  readonly certification: string | null;
}

/** What a word may say of any product besides its name. */
type Trait = Category | 'organic';

/** How much a word counts by where it was found. */
const WEIGHT = { name: 100, trait: 40, farm: 30, place: 50, description: 15 };
/** What a synonym counts of the word itself: less than its beginning, more than a near miss. */
const SYNONYM = 0.75;

/** Together less than the step from one kind of match to the next; each more than what is added after it. */
const HEAD_BONUS = 400;
const BUYABLE_BONUS = 200;

type Found<Thing = string> = ReadonlyMap<Thing, number>;

/** What a term of a search found, and how well each thing fits (0 to 1). */
interface Finding {
  /** Products, by their names and by their descriptions. */
  readonly names: Found;
  /** Those that are what was searched: apples, but no apple pie. */
  readonly heads: Found;
  readonly descriptions: Found;
  /** Farms, by their names and by where they are. */
  readonly farms: Found;
  readonly places: Found;
  readonly traits: Found<Trait>;
}

/** What a search found: how well a product fits (0: not at all), and which ones are worth asking about. */
export interface TextMatch {
  readonly score: (product: CatalogueProduct) => number;
  /** The same without what decides between two that fit alike. */
  readonly weightOf: (product: CatalogueProduct) => number;
  /** The ids of products; null: any product may fit. */
  readonly candidates: Iterable<string> | null;
  /** How well these fit by all words on their own, best first. */
  readonly farms: Ranked<string>;
  readonly categories: Ranked<Category>;
}
/** Each with how well it fits, to compare with `weightOf` a product. */
type Ranked<Thing> = { readonly thing: Thing; readonly weight: number }[];

/**
 * The words of names, descriptions, farms and categories in dictionaries of their own, so that a farm's new name is one
 * change and not one per product. A score depends on the search and the product alone, never on what else is in the
 * catalogue: a page marker of the sort by relevance stays right while products come and go.
 */
export class TextSearch {
  private readonly names = new Words<string>();
  private readonly heads = new Words<string>();
  private readonly descriptions = new Words<string>();
  private readonly farms = new Words<string>();
  /** Towns and states; a shopper who names one looks for farms, not for products. */
  private readonly places = new Words<string>();
  private readonly traits = new Words<Trait>();

  constructor(categories: readonly Category[]) {
    for (const trait of [...categories, 'organic' as const]) this.traits.add(trait, trait);
    // "greens" is no plural of "green", but who is typing it begins so.
    this.traits.add('green', 'greens');
  }

  replace(before: CatalogueProduct | undefined, after: CatalogueProduct | undefined): void {
    if (before?.name !== after?.name) {
      if (before) this.names.delete(before.name, before.id);
      if (before) this.heads.delete(headOf(before.name), before.id);
      if (after) this.names.add(after.name, after.id);
      if (after) this.heads.add(headOf(after.name), after.id);
    }
    if (before?.words !== after?.words) {
      if (before) this.descriptions.delete(before.words, before.id);
      if (after) this.descriptions.add(after.words, after.id);
    }
  }

  replaceFarm(before: CatalogueFarm | undefined, after: CatalogueFarm | undefined): void {
    if (before) this.farms.delete(before.name, before.id);
    if (before) this.places.delete(placeOf(before), before.id);
    if (after) this.farms.add(after.name, after.id);
    if (after) this.places.add(placeOf(after), after.id);
  }

  /** Every term has to fit somewhere: a product's name or description, its farm's name or its category. */
  match(text: string): TextMatch {
    const findings = searchTerms(text).map((words) => this.find(words));
    return {
      weightOf: (product) => weightOf(product, findings),
      score: (product) => scoreOf(product, findings),
      candidates: candidatesOf(findings),
      farms: inAll(findings.map(({ farms, places }) => byNameOrPlace(farms, places))),
      categories: inAll(findings.map(({ traits }) => weighed(traits, WEIGHT.name))).flatMap(
        ({ thing, weight }) => (thing === 'organic' ? [] : [{ thing, weight }]),
      ),
    };
  }

  /** The farms that fit, each with how well: every word is in their name or in where they are. */
  matchFarms(text: string): Map<string, number> {
    const found = searchWords(text).map((word) => {
      const near = this.farmsBy((words) => words.find(word));
      return near.size > 0 ? near : this.farmsBy((words) => words.findSimilar(word));
    });
    return new Map(inAll(found).map(({ thing, weight }) => [thing, weight]));
  }

  private farmsBy(find: (words: Words<string>) => Found): Found {
    return byNameOrPlace(find(this.farms), find(this.places));
  }

  /** Near misses count only for a word that nothing begins with: who types "pear" does not mean peas. */
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
      inEach(words.map((word) => find(dictionary, word)));
    const names = inOne(this.names);
    const heads = inOne(this.heads);
    const traits = inOne(this.traits);
    for (const [others, quality] of synonyms) {
      const also = <Thing>(dictionary: Words<Thing>) =>
        inEach(others.map((word) => dictionary.findSame(word)));
      addBest(names, also(this.names), SYNONYM * quality);
      addBest(heads, also(this.heads), SYNONYM * quality);
      addBest(traits, also(this.traits), SYNONYM * quality);
    }
    return {
      names,
      heads,
      // Whole words only: descriptions have so many that every beginning is in one.
      descriptions: inEach(words.map(({ word }) => this.descriptions.findSame(word))),
      farms: inOne(this.farms),
      places: inOne(this.places),
      traits,
    };
  }
}

const placeOf = ({ city, state }: CatalogueFarm) => `${city} ${state} ${stateName(state)}`;

/** What a product is: the last word of its name, unless that is part of a term. Apple butter is no butter. */
function headOf(name: string): string {
  const last = searchTerms(name).at(-1) ?? [];
  return last.length === 1 ? last.map(({ word }) => word).join() : '';
}

/** The sum of what each term says of a product; 0 where one says nothing. */
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
  // Of two that fit alike, what is one and not of one comes first, then what can be bought, then the plainer name.
  const isBuyable = product.stock !== 'sold_out';
  const isOne = findings.some(({ heads }) => heads.has(product.id));
  const bonus = (isBuyable ? BUYABLE_BONUS : 0) + (isOne ? HEAD_BONUS : 0);
  return Math.round(weight * 100) + bonus - Math.min(product.name.length, BUYABLE_BONUS - 1);
}

/** The fewest products that can fit: those that have, by their own texts, the rarest term that no farm or category has. */
function candidatesOf(findings: readonly Finding[]): Iterable<string> | null {
  if (findings.length === 0) return [];
  const [fewest] = findings
    .filter(({ farms, traits }) => farms.size + traits.size === 0)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b));
  return fewest ? new Set([...fewest.names.keys(), ...fewest.descriptions.keys()]) : null;
}
const sizeOf = ({ names, descriptions }: Finding) => names.size + descriptions.size;

/** Farms, by what fits them better: their name or where they are. */
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

/** What every one of these found, as well as the worst of them fits. */
function inEach<Thing>([first, ...rest]: readonly Found<Thing>[]): Map<Thing, number> {
  const all = new Map(first);
  for (const found of rest)
    for (const [thing, quality] of all) {
      const other = found.get(thing);
      if (other === undefined) all.delete(thing);
      else all.set(thing, Math.min(quality, other));
    }
  return all;
}

/** What every one of these found with how well it fits them together, best first. */
function inAll<Thing extends string>(found: readonly Found<Thing>[]): Ranked<Thing> {
  const total = (thing: Thing) => found.reduce((sum, one) => sum + (one.get(thing) ?? 0), 0);
  return [...inEach(found).keys()]
    .map((thing) => ({ thing, weight: total(thing) }))
    .toSorted((a, b) => b.weight - a.weight || (a.thing < b.thing ? -1 : 1));
}
