import { expect, it } from '@jest/globals';
import { searchedText, searchTerms } from './order-search.js';

it.each([
  [
    'the first word is a beginning of the name',
    'Ada  Lovelace',
    ['7k3q', 'ada lovelace', 'lovelace'],
  ],
  ['every further word counts', 'Ann Mary Lee', ['7k3q', 'ann mary lee', 'mary', 'lee']],
  ['a word twice counts once', 'Ada Ada', ['7k3q', 'ada ada']],
  ['a name may be one word', 'Ada', ['7k3q', 'ada']],
  ['a name may be missing', '', ['7k3q']],
])('%s', (_title, name, terms) => {
  expect(searchTerms('FG-7K3Q', name)).toEqual(terms);
});

it.each([
  ['FG-7K3', '7k3'],
  ['7K3', '7k3'],
  ['fg', ''],
  ['FG-', ''],
  [' ', ''],
  ['f', 'f'],
  ['Fgan', 'fgan'],
  ['Ada   L', 'ada l'],
])('who searches for %j means %j', (q, text) => {
  expect(searchedText(q)).toBe(text);
});
