import type { OwnProductDto, Picture } from '#libs/contracts';
import { localMoment } from '../moments';
import { toNumber } from '../numbers';

/** The fields whose draft is the text that somebody typed, by their names in the form. */
const textFields = [
  'name',
  'description',
  'category',
  'price',
  'unit',
  'step',
  'minimum',
  'lowAt',
  'onHand',
  'harvestedAt',
  'bestBefore',
  'lot',
  'allergens',
  'storage',
  'features',
  'nutrition.calories',
  'nutrition.protein',
  'nutrition.carbohydrates',
  'nutrition.fiber',
  'nutrition.vitaminC',
] as const;
export type TextField = (typeof textFields)[number];

/** A product as it stands in the form: everything as it was typed. */
export type ProductDraft = Readonly<Record<TextField, string>> & {
  readonly organic: boolean;
  readonly showsCount: boolean;
  readonly images: readonly Picture[];
};
export type DraftField = keyof ProductDraft;
export const draftFields: readonly DraftField[] = [
  ...textFields,
  'organic',
  'showsCount',
  'images',
];

const numeric: ReadonlySet<DraftField> = new Set([
  'price',
  'step',
  'minimum',
  'lowAt',
  'onHand',
  'nutrition.calories',
  'nutrition.protein',
  'nutrition.carbohydrates',
  'nutrition.fiber',
  'nutrition.vitaminC',
]);

export const emptyDraft: ProductDraft = {
  name: '',
  description: '',
  category: '',
  price: '',
  unit: 'lb',
  step: '1',
  minimum: '1',
  lowAt: '0',
  onHand: '0',
  harvestedAt: '',
  bestBefore: '',
  lot: '',
  allergens: '',
  storage: '',
  features: '',
  'nutrition.calories': '',
  'nutrition.protein': '',
  'nutrition.carbohydrates': '',
  'nutrition.fiber': '',
  'nutrition.vitaminC': '',
  organic: false,
  showsCount: true,
  images: [],
};

const typed = (value: number | null) => (value === null ? '' : String(value));

/** The form as it is before anybody types. `onHand` has a dialog of its own once there is a product. */
export function draftOf(product: OwnProductDto): ProductDraft {
  const { nutrition } = product;
  return {
    name: product.name,
    description: product.description,
    category: product.category,
    price: product.price.toFixed(2),
    unit: product.unit,
    step: typed(product.step),
    minimum: typed(product.minimum),
    lowAt: typed(product.lowAt),
    onHand: '',
    harvestedAt: localMoment(product.harvestedAt),
    bestBefore: localMoment(product.bestBefore),
    lot: product.lot ?? '',
    allergens: product.allergens.join('\n'),
    storage: product.storage ?? '',
    features: product.features.join('\n'),
    'nutrition.calories': typed(nutrition.calories),
    'nutrition.protein': typed(nutrition.protein),
    'nutrition.carbohydrates': typed(nutrition.carbohydrates),
    'nutrition.fiber': typed(nutrition.fiber),
    'nutrition.vitaminC': typed(nutrition.vitaminC),
    organic: product.organic,
    showsCount: product.showsCount,
    images: product.images,
  };
}

/** The lines of a text that says something on each. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What a field says, however it was typed: `4,50` is `4.5`. */
function meaning(field: DraftField, draft: ProductDraft): string {
  const value = draft[field];
  if (field === 'images')
    return JSON.stringify(draft.images.map(({ url, alt }) => [url, alt.trim()]));
  if (typeof value !== 'string') return String(value);
  if (numeric.has(field)) return value.trim() === '' ? '' : String(toNumber(value));
  return linesOf(value).join('\n');
}

export function isSame(field: DraftField, one: ProductDraft, other: ProductDraft): boolean {
  return meaning(field, one) === meaning(field, other);
}

/** The fields in which two drafts say different things. */
export function differing(one: ProductDraft, other: ProductDraft): DraftField[] {
  return draftFields.filter((field) => !isSame(field, one, other));
}

export interface Merged {
  readonly draft: ProductDraft;
  /** Changed elsewhere and not here: taken over. */
  readonly taken: readonly DraftField[];
  /** Changed on both sides, to different things: what was typed stays. */
  readonly clashes: readonly DraftField[];
}

/** What somebody typed from `base` on, brought together with what the product says `now`; nothing typed is lost. */
export function merge(draft: ProductDraft, base: ProductDraft, now: ProductDraft): Merged {
  const moved = differing(base, now).filter((field) => !isSame(field, draft, now));
  const taken = moved.filter((field) => isSame(field, draft, base));
  const clashes = moved.filter((field) => !taken.includes(field));
  return { draft: { ...draft, ...only(now, taken) }, taken, clashes };
}

/** Some fields of a draft. */
export function only(draft: ProductDraft, fields: readonly DraftField[]): Partial<ProductDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
