import { describe, expect, it } from '@jest/globals';
import { type SearchWord, searchWords, Words, wordsOf } from './words.js';

describe('the words of a text', () => {
  it.each([
    ['Tomatoes', ['tomato']],
    ['Cherries & Peaches', ['cherry', 'peach']],
    ['Asparagus', ['asparagus']],
    ['Watercress', ['watercress']],
    ['Green peas, green figs', ['green', 'pea', 'fig']],
    ['Jalapeño Éclair', ['jalapeno', 'eclair']],
    ['Aaron’s rod', ['aaron', 'rod']],
    ['eggs-dairy', ['egg', 'dairy']],
    ['.* (-)', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('of a search are each looked up once, and eight at the most', () => {
    expect(searchWords('Plums plums PLUMS')).toEqual([{ typed: 'plums', word: 'plum' }]);
    expect(searchWords('q b c d e f g h k j')).toHaveLength(8);
    expect(searchWords('a dozen of the fresh eggs')).toEqual([{ typed: 'eggs', word: 'egg' }]);
    expect(searchWords('dozen')).toEqual([{ typed: 'dozen', word: 'dozen' }]);
  });
});

describe('a dictionary', () => {
  const words = new Words<string>();
  for (const name of ['Tomatoes', 'Broccoli', 'Pears', 'Peas', 'Cherry Tomato'])
    words.add(wordsOf(name), name);
  const word = (text: string) => searchWords(text)[0] as SearchWord;
  const found = (text: string) => [...words.find(word(text))].toSorted();
  const similar = (text: string) => [...words.findSimilar(word(text)).keys()].toSorted();

  it('knows a word in singular and plural, and by its beginning', () => {
    for (const text of ['tomato', 'TOMATOES', 'tomatos'])
      expect(found(text)).toEqual([
        ['Cherry Tomato', 1],
        ['Tomatoes', 1],
      ]);
    expect(found('toma')).toEqual([
      ['Cherry Tomato', 0.8],
      ['Tomatoes', 0.8],
    ]);
    expect(found('pea')).toEqual([
      ['Pears', 0.8],
      ['Peas', 1],
    ]);
    expect(found('brocoli')).toEqual([]);
  });

  it('knows words with a letter or two wrong, and none so short that another could be meant', () => {
    expect(similar('brocoli')).toEqual(['Broccoli']);
    expect(similar('tomatoe')).toEqual(['Cherry Tomato', 'Tomatoes']);
    expect(similar('brokkoly')).toEqual([]);
    expect(similar('pxa')).toEqual([]);
  });

  it('knows words with two letters exchanged, also short ones', () => {
    expect(similar('paers')).toEqual(['Pears']);
    expect(similar('tomaot')).toEqual(['Cherry Tomato', 'Tomatoes']);
    expect([...words.findSimilar(word('tomaot')).values()]).toEqual([0.5, 0.5]);
  });

  it('forgets what was removed, and only that', () => {
    const small = new Words<number>();
    small.add(wordsOf('Red Plum'), 1);
    small.add(wordsOf('Plum'), 2);
    small.delete(wordsOf('Red Plum'), 1);
    expect([...small.find(word('plum'))]).toEqual([[2, 1]]);
    expect([...small.find(word('red'))]).toEqual([]);
  });
});
