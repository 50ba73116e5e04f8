import { expect, it } from '@jest/globals';
import { orderTerms, searchFilter } from './order-search.js';

it.each([
  ['the code and the words', 'Ada  Lovelace', ['#7k3q', 'ada', 'lovelace']],
  ['a repeated word is one term', 'Ada Ada', ['#7k3q', 'ada']],
  ['a word that is a prefix of another is omitted', 'Ann Anna', ['#7k3q', 'anna']],
  ['a name may be one word', 'Ada', ['#7k3q', 'ada']],
  ['a name may be missing', '', ['#7k3q']],
  ['letters without accents', 'José Muñoz', ['#7k3q', 'jose', 'munoz']],
  ['the same in decomposed form', 'Jose\u0301 Mun\u0303oz', ['#7k3q', 'jose', 'munoz']],
  ['no apostrophes', 'Mary-Jane O’Brien', ['#7k3q', 'mary', 'jane', 'obrien']],
])('%s', (_title, name, terms) => {
  expect(orderTerms('FG-7K3Q', name)).toEqual(terms);
});

/** Whether a search finds an order, by the meaning of its conditions. */
function finds(q: string, code: string, name: string): boolean {
  const terms = orderTerms(code, name);
  const holds = (condition: object): boolean =>
    Object.entries(condition).every(([key, value]) => {
      if (key === '$or') return (value as object[]).some(holds);
      if (key === '$and') return (value as object[]).every(holds);
      const patterns = value instanceof RegExp ? [value] : (value as { $in: RegExp[] }).$in;
      return patterns.some((pattern) => terms.some((term) => pattern.test(term)));
    });
  return searchFilter(q).every(holds);
}

it.each([
  'FG-KZSTVD7X',
  '#FG-KZSTVD7X',
  'fg-kzst',
  'FGKZ',
  'FG KZST VD7X',
  'Order FG-KZSTVD7X',
  'order #fgkzstvd7x',
  'Order: KZSTVD7X',
  'KZST VD7X',
  'FG–KZST–VD7X',
  'kz',
  'jose',
  'JOSÉ',
  'jose\u0301',
  'munoz',
  'Muñoz José',
  'Muñoz, José',
  'jo mu',
  "o'brien",
  'O’Brien',
  'OBrien',
  'obrien jose',
  'fg',
  'FG-',
])('%p finds the order', (q) => {
  expect(finds(q, 'FG-KZSTVD7X', 'José Muñoz O’Brien')).toBe(true);
});

it.each(['FG-VD7X', 'FG-KZSTVD7XA', 'josefa', 'jose maria', 'noz', '.*', 'Order FG-2222'])(
  '%p does not find it',
  (q) => {
    expect(finds(q, 'FG-KZSTVD7X', 'José Muñoz O’Brien')).toBe(false);
  },
);

it('finds no name that begins like two words together', () => {
  expect(finds('an na', 'FG-KZSTVD7X', 'Anna Lee')).toBe(false);
  expect(finds('ann', 'FG-KZSTVD7X', 'Anna Lee')).toBe(true);
});
