import type { Category } from '#libs/contracts';
import type { CatalogueProduct } from './catalogue-product.js';
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
const WEIGHT = { name: 100, trait: 40, farm: 30, place: 50 };

/** More than any length of a name, less than the step from one kind of match to the next. */
const BUYABLE_BONUS = 200;

interface Finding {
  readonly names: ReadonlyMap<CatalogueProduct, number>;
  readonly farms: ReadonlyMap<string, number>;
  readonly traits: ReadonlyMap<Trait, number>;
}

/** What a search found: how well a product fits (0: not at all), and which ones are worth asking about. */
export interface TextMatch {
  readonly score: (product: CatalogueProduct) => number;
  /** Null: any product may fit. */
  readonly candidates: Iterable<CatalogueProduct> | null;
  /** How well these fit by all words on their own, best first. */
  readonly farms: string[];
  readonly categories: Category[];
}

/**
 * The words of names, farms and categories in three dictionaries, so that a farm's new name is one change and not one
 * per product. A score depends on the search and the product alone, never on what else is in the catalogue:
 * a page marker of the sort by relevance stays right while products come and go.
 */
export class TextSearch {
  private readonly names = new Words<CatalogueProduct>();
  private readonly farms = new Words<string>();
  /** Towns and states; a shopper who names one looks for farms, not for products. */
  private readonly places = new Words<string>();
  private readonly traits = new Words<Trait>();

  constructor(categories: readonly Category[]) {
    for (const trait of [...categories, 'organic' as const]) this.traits.add(trait, trait);
  }

  replace(before: CatalogueProduct | undefined, after: CatalogueProduct | undefined): void {
    if (before) this.names.delete(before.name, before);
    if (after) this.names.add(after.name, after);
  }

  replaceFarm(before: CatalogueFarm | undefined, after: CatalogueFarm | undefined): void {
    if (before) this.farms.delete(before.name, before.id);
    if (before) this.places.delete(placeOf(before), before.id);
    if (after) this.farms.add(after.name, after.id);
    if (after) this.places.add(placeOf(after), after.id);
  }

  /** Every word has to fit somewhere: a product's name, its farm's or its category. */
  match(text: string): TextMatch {
    const findings = searchWords(text).map((word) => this.find(word));
    return {
      score: (product) => scoreOf(product, findings),
      candidates: candidatesOf(findings),
      farms: inAll(findings.map(({ farms }) => farms)),
      categories: inAll(findings.map(({ traits }) => traits)).filter(
        (trait) => trait !== 'organic',
      ),
    };
  }

  /** The farms that fit, each with how well: every word is in their name or in where they are. */
  matchFarms(text: string): Map<string, number> {
    const found = searchWords(text).map((word) => {
      const near = this.farmsBy((words) => words.find(word));
      return near.size > 0 ? near : this.farmsBy((words) => words.findSimilar(word));
    });
    const [first, ...rest] = found;
    const scores = new Map<string, number>();
    for (const [id, score] of first ?? [])
      if (rest.every((one) => one.has(id)))
        scores.set(
          id,
          rest.reduce((sum, one) => sum + (one.get(id) ?? 0), score),
        );
    return scores;
  }

  private farmsBy(find: (words: Words<string>) => Map<string, number>): Map<string, number> {
    const scores = new Map<string, number>();
    for (const [id, quality] of find(this.places)) scores.set(id, WEIGHT.place * quality);
    for (const [id, quality] of find(this.farms))
      scores.set(id, Math.max(scores.get(id) ?? 0, WEIGHT.name * quality));
    return scores;
  }

  /** Near misses count only for a word that nothing begins with: who types "pear" does not mean peas. */
  private find(word: SearchWord): Finding {
    const found = {
      names: this.names.find(word),
      farms: this.farms.find(word),
      traits: this.traits.find(word),
    };
    if (found.names.size + found.farms.size + found.traits.size > 0) return found;
    return {
      names: this.names.findSimilar(word),
      farms: this.farms.findSimilar(word),
      traits: this.traits.findSimilar(word),
    };
  }
}

const placeOf = ({ city, state }: CatalogueFarm) => `${city} ${state}`;

function scoreOf(product: CatalogueProduct, findings: readonly Finding[]): number {
  if (findings.length === 0) return 0;
  let score = 0;
  for (const { names, farms, traits } of findings) {
    const best = Math.max(
      WEIGHT.name * (names.get(product) ?? 0),
      WEIGHT.farm * (farms.get(product.farmId) ?? 0),
      WEIGHT.trait * (traits.get(product.category) ?? 0),
      product.organic ? WEIGHT.trait * (traits.get('organic') ?? 0) : 0,
    );
    if (best === 0) return 0;
    score += best;
  }
  // Of two that fit alike, what can be bought comes first, and then the plainer name.
  const bonus = product.stock === 'sold_out' ? 0 : BUYABLE_BONUS;
  return Math.round(score * 100) + bonus - Math.min(product.name.length, BUYABLE_BONUS - 1);
}

/** The fewest products that can fit: those that have, by their names, the rarest word that only names have. */
function candidatesOf(findings: readonly Finding[]): Iterable<CatalogueProduct> | null {
  const [fewest] = findings
    .filter(({ farms, traits }) => farms.size + traits.size === 0)
    .toSorted((a, b) => a.names.size - b.names.size);
  return fewest ? fewest.names.keys() : findings.length === 0 ? [] : null;
}

/** What every one of these found, best first. */
function inAll<Thing extends string>(found: readonly ReadonlyMap<Thing, number>[]): Thing[] {
  const [first, ...rest] = found;
  const total = (thing: Thing) => found.reduce((sum, one) => sum + (one.get(thing) ?? 0), 0);
  return [...(first?.keys() ?? [])]
    .filter((thing) => rest.every((one) => one.has(thing)))
    .toSorted((a, b) => total(b) - total(a) || (a < b ? -1 : 1));
}
