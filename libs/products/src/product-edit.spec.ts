import { expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { productDetails } from '#libs/contracts';
import type { Product } from './product.model.js';
import { blankProduct, copyOf, detailsDiffer, edited, WRITTEN_FIELDS } from './product-edit.js';

const farm: Product['farm'] = {
  _id: new Types.ObjectId(),
  name: 'Hollow Creek',
  slug: 'hollow-creek',
  certification: null,
  holidayUntil: null,
};
const product = blankProduct(farm, true, {
  name: 'Carrots',
  category: 'roots',
  price: 2.5,
  unit: 'lb',
});

it('an edit changes the fields that it names, also to nothing, and no other', () => {
  const first = edited(product, { storage: 'Keep cool.', features: ['Sweet'], price: 3 });
  expect(first).toEqual({ ...product, storage: 'Keep cool.', features: ['Sweet'], price: 300 });
  const second = edited(first, { storage: null, name: undefined, lot: undefined });
  expect(second).toEqual({ ...first, storage: null });
});

it('every detail is stored, and copied with the product; the harvest is not', () => {
  expect(WRITTEN_FIELDS).toEqual(expect.arrayContaining(productDetails));
  const copy = copyOf({ ...product, storage: 'Keep cool.', lot: 'A1' });
  expect([copy.storage, copy.lot]).toEqual(['Keep cool.', null]);
});

it('a change of the price is no change of the details', () => {
  expect(detailsDiffer(product, edited(product, { price: 9 }))).toBe(false);
  expect(detailsDiffer(product, edited(product, { storage: 'Keep cool.' }))).toBe(true);
});
