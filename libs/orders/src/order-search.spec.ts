import { expect, it } from '@jest/globals';
import { searchPrefixes, searchTerms } from './order-search.js';

it.each([
  [
    'the words, and the whole name as a separate term',
    'Ada  Lovelace',
    ['7k3q', 'ada', 'lovelace', ' ada lovelace'],
  ],
  ['every word is a term', 'Ann Mary Lee', ['7k3q', 'ann', 'mary', 'lee', ' ann mary lee']],
  ['a repeated word is one term', 'Ada Ada', ['7k3q', 'ada', ' ada ada']],
  ['a word that is a prefix of another is omitted', 'Ann Anna', ['7k3q', 'anna', ' ann anna']],
  ['a name may be one word', 'Ada', ['7k3q', 'ada']],
  ['a name may be missing', '', ['7k3q']],
])('%s', (_title, name, terms) => {
  expect(searchTerms('FG-7K3Q', name)).toEqual(terms);
});

it.each([
  ['FG-7K3', ['7k3']],
  ['7K3', ['7k3']],
  ['fg', []],
  ['FG-', []],
  [' ', []],
  ['f', ['f']],
  ['Fgan', ['fgan']],
  ['Ada   L', [' ada l', 'ada l']],
  ['Ada ', ['ada']],
])('a search for %j uses the prefixes %j', (q, prefixes) => {
  expect(searchPrefixes(q)).toEqual(prefixes);
});
