import { expect, it } from '@jest/globals';
import { searchedBeginnings, searchTerms } from './order-search.js';

it.each([
  [
    'words, and the whole name apart from them',
    'Ada  Lovelace',
    ['7k3q', 'ada', 'lovelace', ' ada lovelace'],
  ],
  ['every word counts', 'Ann Mary Lee', ['7k3q', 'ann', 'mary', 'lee', ' ann mary lee']],
  ['a word twice counts once', 'Ada Ada', ['7k3q', 'ada', ' ada ada']],
  ['a word that another begins with is left out', 'Ann Anna', ['7k3q', 'anna', ' ann anna']],
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
])('who searches for %j means %j', (q, texts) => {
  expect(searchedBeginnings(q)).toEqual(texts);
});
