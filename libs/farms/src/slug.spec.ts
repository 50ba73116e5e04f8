import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { slugSchema } from '#libs/contracts';
import { slugOf } from './slug.js';

describe('a farm’s slug', () => {
  it.each([
    ['Hollow Creek Farm', 'hollow-creek-farm'],
    ['Dusk & Spore', 'dusk-and-spore'],
    ['  Cora’s  Crêpes! ', 'coras-crepes'],
    ['Mine', null],
    ['农场', null],
    ['–', null],
  ])('of %p is %p', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('is valid or null, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const slug = slugOf(name);
        expect(slug === null || slugSchema.safeParse(slug).success).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
