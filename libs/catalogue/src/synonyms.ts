import { type SearchWord, searchWords, Words } from './words.js';

/** Groups of names for the same thing. */
const SAME: readonly (readonly string[])[] = [
  ['aubergine', 'eggplant'],
  ['courgette', 'zucchini'],
  ['scallion', 'green onion', 'spring onion'],
  ['haricot vert', 'green bean', 'string bean', 'french bean', 'haricot'],
  ['cilantro', 'coriander'],
  ['arugula', 'rocket'],
  ['beet', 'beetroot'],
  ['rutabaga', 'swede'],
  ['sweet potato', 'yam', 'kumara'],
  ['corn', 'maize'],
  ['bell pepper', 'sweet pepper', 'capsicum'],
  ['chile', 'chili', 'chilli', 'hot pepper'],
  ['lacinato kale', 'tuscan kale', 'dinosaur kale', 'dino kale', 'cavolo nero'],
  ['lettuce', 'salad'],
  ['cremini', 'baby bella', 'brown mushroom'],
  ['king trumpet', 'king oyster', 'eryngii'],
  ['maitake', 'hen of the wood'],
  ['lion mane', 'yamabushitake'],
  ['yogurt', 'yoghurt'],
  ['garbanzo', 'chickpea'],
  ['mushroom', 'fungi', 'fungus'],
  ['root', 'root vegetable'],
  ['vegetable', 'veg', 'veggie', 'veggies'],
];

/** General terms, each with the specific products that it includes. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  bread: ['sourdough', 'loaf', 'baguette', 'ciabatta', 'focaccia', 'brioche', 'bagel', 'roll'],
  pastry: ['croissant', 'pie', 'tart', 'scone', 'brioche'],
  cake: ['pie', 'tart', 'gateau'],
  cheese: ['cheddar', 'brie', 'feta', 'gouda', 'mozzarella', 'ricotta', 'camembert', 'halloumi'],
  jam: ['apple butter', 'fruit butter', 'preserve', 'jelly', 'marmalade', 'compote', 'chutney'],
  spread: ['apple butter', 'jam', 'preserve', 'marmalade', 'honey', 'butter'],
  juice: ['cider', 'nectar'],
  drink: ['cider', 'juice', 'milk', 'kefir'],
  berry: [
    'strawberry',
    'blueberry',
    'raspberry',
    'blackberry',
    'cranberry',
    'gooseberry',
    'elderberry',
    'currant',
  ],
  citrus: ['lemon', 'lime', 'orange', 'grapefruit', 'mandarin'],
  nut: ['chestnut', 'walnut', 'hazelnut', 'almond', 'pecan', 'peanut'],
  bean: ['haricot', 'lentil', 'chickpea', 'edamame'],
  legume: ['bean', 'pea', 'lentil', 'chickpea', 'haricot'],
  squash: ['pumpkin', 'zucchini', 'butternut'],
  onion: ['scallion', 'shallot', 'leek'],
  salad: ['spinach', 'microgreen', 'arugula'],
  cabbage: ['cauliflower', 'broccoli', 'kale', 'kohlrabi', 'bok choy'],
  mint: ['spearmint', 'peppermint'],
  spice: ['ginger', 'cayenne', 'turmeric', 'salt'],
  sweetener: ['honey', 'maple syrup'],
  syrup: ['honey', 'maple syrup'],
  spud: ['potato'],
  tater: ['potato'],
};

/** Other phrases by phrase; all in the normal form of the dictionaries. */
const synonyms = new Map<string, Set<string>>();
/** Phrases of several words that are one term. */
const phrases = new Set<string>();
/** The phrases of one word, to find them by prefix or despite a typo. */
const known = new Words<string>();

const phraseOf = (text: string) =>
  searchWords(text)
    .map(({ word }) => word)
    .join(' ');

function add(from: string, to: string): void {
  const phrase = phraseOf(from);
  synonyms.set(phrase, (synonyms.get(phrase) ?? new Set()).add(phraseOf(to)));
  for (const one of [phrase, phraseOf(to)]) if (one.includes(' ')) phrases.add(one);
}

for (const group of SAME)
  for (const phrase of group) for (const other of group) if (other !== phrase) add(phrase, other);
for (const [phrase, kinds] of Object.entries(KINDS)) for (const kind of kinds) add(phrase, kind);
for (const phrase of synonyms.keys()) if (!phrase.includes(' ')) known.add([phrase], phrase);

/** The synonyms of a phrase, each with its quality (0 to 1). */
export type Synonyms = readonly (readonly [words: readonly string[], quality: number])[];

const meanings = (phrases: Iterable<readonly [string, number]>): Synonyms =>
  [...phrases].flatMap(([phrase, quality]) =>
    [...(synonyms.get(phrase) ?? [])].map((other) => [other.split(' '), quality] as const),
  );

export const synonymsOf = (words: readonly SearchWord[]): Synonyms => {
  const [first, ...rest] = words;
  return first && rest.length === 0 ? meanings(known.find(first)) : meanings([[joined(words), 1]]);
};

/** The synonyms of similar words, for a word that no dictionary contains as typed. */
export const similarSynonymsOf = ([first, ...rest]: readonly SearchWord[]): Synonyms =>
  first && rest.length === 0 ? meanings(known.findSimilar(first)) : [];

const joined = (words: readonly SearchWord[]) => words.map(({ word }) => word).join(' ');
const LONGEST = Math.max(...[...phrases].map((phrase) => phrase.split(' ').length));

/** Splits a search into terms: single words, and phrases that are one term. */
export function searchTerms(text: string): SearchWord[][] {
  const words = searchWords(text);
  const terms: SearchWord[][] = [];
  while (words.length > 0) {
    let length = Math.min(LONGEST, words.length);
    while (length > 1 && !phrases.has(joined(words.slice(0, length)))) length -= 1;
    terms.push(words.splice(0, length));
  }
  return terms;
}
