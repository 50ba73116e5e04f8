import type { OwnProductDto, Picture } from '#libs/contracts';
import { readNumber } from '../../../lib/forms/typed-number';
import { eachField, linesOf, type TextField, textFields } from './fields';

/** A product in the form, with its values as typed. */
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

export const emptyDraft: ProductDraft = {
  ...eachField(({ start = '' }) => start),
  organic: false,
  showsCount: true,
  images: [],
};

/** The initial draft of a product. */
export function draftOf(product: OwnProductDto): ProductDraft {
  const { organic, showsCount, images } = product;
  return { ...eachField(({ of }) => of(product)), organic, showsCount, images };
}

const numbers = eachField((field) => field.number);

/** Normalizes a field for comparison: `$4.50` becomes `4.5`. */
function normalize(field: DraftField, draft: ProductDraft): string {
  if (field === 'images')
    return JSON.stringify(draft.images.map(({ url, alt }) => [url, alt.trim()]));
  if (field === 'organic' || field === 'showsCount') return String(draft[field]);
  const value = draft[field];
  const number = numbers[field] && readNumber(value, numbers[field]);
  if (number && 'value' in number) return String(number.value);
  return linesOf(value).join('\n');
}

export function isSame(field: DraftField, one: ProductDraft, other: ProductDraft): boolean {
  return normalize(field, one) === normalize(field, other);
}

/** The fields in which two drafts differ. */
export function changedFields(one: ProductDraft, other: ProductDraft): DraftField[] {
  return draftFields.filter((field) => !isSame(field, one, other));
}

export interface MergeResult {
  readonly draft: ProductDraft;
  /** Changed only elsewhere: merged into the draft. */
  readonly merged: readonly DraftField[];
  /** Changed on both sides to different values: the draft keeps the typed value. */
  readonly conflicts: readonly DraftField[];
}

/** Three-way merge of a draft with the product's current version; typed values are never lost. */
export function merge(draft: ProductDraft, base: ProductDraft, theirs: ProductDraft): MergeResult {
  const changedElsewhere = changedFields(base, theirs).filter(
    (field) => !isSame(field, draft, theirs),
  );
  const merged = changedElsewhere.filter((field) => isSame(field, draft, base));
  const conflicts = changedElsewhere.filter((field) => !merged.includes(field));
  return { draft: { ...draft, ...pickFields(theirs, merged) }, merged, conflicts };
}

export function pickFields(
  draft: ProductDraft,
  fields: readonly DraftField[],
): Partial<ProductDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
