import { expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import { withTotal } from './with-total.js';

/** Seven rows when they were counted. */
const model = {
  countDocuments: () => ({ exec: () => Promise.resolve(7) }),
  estimatedDocumentCount: () => ({ exec: () => Promise.resolve(7) }),
} as unknown as Model<object>;
const rows = (count: number) => Promise.resolve(Array.from({ length: count }, (_, n) => n));

it.each([
  ['that holds all there is counts itself', 5, undefined, 5],
  ['behind which there is more', 6, undefined, 7],
  ['that is not the first', 3, 'marker', 7],
])('a page %s', async (_, found, cursor, total) => {
  for (const filter of [{}, { status: 'live' }])
    expect(await withTotal(model, filter, { cursor, limit: 5 }, rows(found))).toMatchObject({
      total,
    });
});
