import { expect, it } from '@jest/globals';
import { isolate } from './direction.js';

it.each(['משק השקמה', 'مزرعة', 'Oak \u05D0', '𐤀', '\u200FOak'])('isolates %j', (words) => {
  expect(isolate(words)).toBe(`\u2068${words}\u2069`);
});

it.each(['Hollow Creek', 'José', '農場', '🥕', ''])('leaves %j as it is', (words) => {
  expect(isolate(words)).toBe(words);
});
