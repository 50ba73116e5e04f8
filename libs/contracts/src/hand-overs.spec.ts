import { expect, it } from '@jest/globals';
import { CODE_ALPHABET, handOverCodeIn, handOverCodeSchema } from './hand-overs.js';

it.each([
  ['K7QM2X', 'K7QM2X'],
  ['k7q m2x', 'K7QM2X'],
  [' k7q-m2x\n', 'K7QM2X'],
  ['https://shop.example/dashboard/farmer/hand-over#K7QM2X', 'K7QM2X'],
  ['https://shop.example/dashboard/farmer/hand-over', null],
  ['https://shop.example/#/K7QM2X', null],
  ['K7QM2', null],
  ['K7QM2XX', null],
  ['K7QM20', null],
  ['', null],
])('finds the code in %j: %s', (text, code) => {
  expect(handOverCodeIn(text)).toBe(code);
});

it('is of letters and digits that cannot be taken for one another', () => {
  for (const alike of 'IL1O0') expect(CODE_ALPHABET).not.toContain(alike);
  expect(handOverCodeSchema.safeParse(CODE_ALPHABET.slice(0, 6)).success).toBe(true);
});
