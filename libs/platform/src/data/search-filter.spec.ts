import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeRegex } from './search-filter.js';

it('finds exactly the text, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const exactly = new RegExp(`^${escapeRegex(text)}$`);
      expect(exactly.test(text)).toBe(true);
      expect(exactly.test(other)).toBe(other === text);
    }),
  );
  expect(new RegExp(escapeRegex('(a+)+$')).test('aaaa')).toBe(false);
});
