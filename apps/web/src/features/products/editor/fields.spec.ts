import { expect, test } from '@jest/globals';
import { asOwn } from '../../../testing/fake-stall';
import { makeFarms, makeProducts } from '../../../testing/fixtures';
import { draftOf, emptyDraft } from './draft';
import { type TextField, textFields } from './fields';
import { productFormSchema, productMessages, toUpdateBody } from './product-form';

/** A draft as the form sends it. */
function sent({ organic, showsCount, images, ...draft }: typeof emptyDraft) {
  const nutrition = textFields.filter((name) => name.startsWith('nutrition.'));
  return {
    ...draft,
    ...(organic && { organic: 'on' }),
    ...(showsCount && { showsCount: 'on' }),
    nutrition: Object.fromEntries(nutrition.map((name) => [name.split('.')[1], draft[name]])),
    images: Object.fromEntries(images.map(({ url, alt }, at) => [at, { url, alt }])),
  };
}

test('what is read into the form and sent back unchanged changes nothing', () => {
  for (const product of makeProducts(makeFarms())) {
    const own = asOwn(product, { lot: 'A1' });
    const { onHand: _, ...draft } = sent(draftOf(own));
    expect(toUpdateBody(productFormSchema.parse(draft), own)).toEqual({});
  }
});

test.each<[TextField, string, string]>([
  ['description', 'x'.repeat(5_001), 'At most 5,000 characters.'],
  ['lot', 'x'.repeat(61), 'At most 60 characters.'],
  ['storage', 'x'.repeat(501), 'At most 500 characters.'],
  ['allergens', 'Nuts\nNuts', 'At most 20 lines of 40 characters, each once.'],
  ['features', 'x'.repeat(61), 'At most 12 lines of 60 characters, each once.'],
])('%s that is refused says why', (name, text, message) => {
  const valid = { ...emptyDraft, name: 'Carrots', category: 'roots', price: '2.50' };
  expect(productFormSchema.safeParse(sent(valid)).success).toBe(true);
  const { error } = productFormSchema.safeParse(sent({ ...valid, [name]: text }));
  expect(error?.issues.map(({ path }) => path[0])).toEqual([name]);
  expect(productMessages[name]).toBe(message);
});
