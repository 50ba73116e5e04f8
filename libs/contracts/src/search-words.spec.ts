import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fold, foldedWords, hasWords } from './search-words.js';

it.each([
  ['José Muñoz', ['jose', 'munoz']],
  ['Jose\u0301 Mun\u0303oz', ['jose', 'munoz']],
  ['Muñoz, José', ['munoz', 'jose']],
  ["O'Brien", ['obrien']],
  ['O’Brien', ['obrien']],
  ['OʼBrien', ['obrien']],
  ['O`Brien OBRIEN', ['obrien', 'obrien']],
  ['Straße', ['strasse']],
  ['GROẞ', ['gross']],
  ['Søren Łukasz Þór Œuvre Ægir', ['soren', 'lukasz', 'thor', 'oeuvre', 'aegir']],
  ['İstanbul ışık', ['istanbul', 'isik']],
  ['Ｊｏｓé ﬁg', ['jose', 'fig']],
  ['Mary\u200B-Jane', ['mary', 'jane']],
  ['ΑΘΉΝΑ Ёлка', ['αθηνα', 'елка']],
  ['ΓΙΩΡΓΟΣ Γιώργος', ['γιωργοσ', 'γιωργοσ']],
  ['O´Brien 5″', ['obrien', '5']],
  ['ガーデン', ['ガーデン']],
  ['김치', ['김치']],
  ['हिन्दी', ['हिन्दी']],
  ['ada.field@x.example', ['ada', 'field', 'x', 'example']],
  ['.*', []],
])('the words of %j are %j', (text, words) => {
  expect(foldedWords(text)).toEqual(words);
});

it('finds words by their beginnings, in any order', () => {
  for (const q of ['jose', 'MUÑ', 'muñoz, josé', 'jo mu', 'obri', "o'b", ''])
    expect([q, hasWords('José Muñoz O’Brien', q)]).toEqual([q, true]);
  for (const q of ['ose', 'jose maria', 'munozz'])
    expect([q, hasWords('José Muñoz O’Brien', q)]).toEqual([q, false]);
});

it('folds what is folded to itself, and composed like decomposed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
    }),
  );
});
