import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { beginningOf, isolate, shortened } from './shown-text.js';

const FAMILY = '👨‍👩‍👧';

describe('the beginning of a text', () => {
  it.each([
    ['pears', 5, 'pears'],
    ['pears', 4, 'pear'],
    ['a🍐b', 2, 'a'],
    ['a🍐b', 3, 'a🍐'],
    [`a${FAMILY}`, 6, 'a'],
    [`a${FAMILY}b`, 1 + FAMILY.length, `a${FAMILY}`],
    ['flag 🇺🇸', 7, 'flag '],
    ['cafe\u0301s', 4, 'caf'],
  ])('of %j in %i units is %j', (text, most, beginning) => {
    expect(beginningOf(text, most)).toBe(beginning);
  });

  it('never ends in half a surrogate pair, and is as long as it may be but for one character', () => {
    const units = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(units, fc.nat(80), (text, most) => {
        const beginning = beginningOf(text, most);
        expect(beginning.length).toBeLessThanOrEqual(most);
        expect(text.startsWith(beginning)).toBe(true);
        expect(beginning).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});

describe('a shortened text', () => {
  it.each([
    ['Ripe pears', 10, 'Ripe pears'],
    ['Ripe pears and plums', 12, 'Ripe pears…'],
    ['Ripe pears and plums', 11, 'Ripe pears…'],
    ['Ripe pears and plums', 16, 'Ripe pears and…'],
    ['Ripe  pears', 7, 'Ripe…'],
    ['Ripe watermelons', 12, 'Ripe waterm…'],
    ['Unbreakable', 6, 'Unbre…'],
    [`Pears ${FAMILY} and plums`, 10, 'Pears…'],
    [`Pears${FAMILY} and plums`, 10, 'Pears…'],
    ['🍐🍐🍐', 4, '🍐…'],
  ])('of %j in %i units is %j', (text, most, short) => {
    expect(shortened(text, most)).toBe(short);
    expect(short.length).toBeLessThanOrEqual(most);
  });
});

it.each(['משק השקמה', 'مزرعة', 'Oak \u05D0', '𐤀', '\u200FOak'])('isolates %j', (words) => {
  expect(isolate(words)).toBe(`\u2068${words}\u2069`);
});

it.each(['Hollow Creek', 'José', '農場', '🥕', ''])('leaves %j as it is', (words) => {
  expect(isolate(words)).toBe(words);
});
