import * as z from 'zod/mini';
import {
  type CreateProduct,
  type FieldError,
  MAX_PRODUCT_PICTURES,
  namedPictureSchema,
  type OwnProductDto,
  productFaults,
  publishFaults,
  type UpdateProduct,
} from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { fromDateInput, toDateInput } from '../date-input';
import { editorText } from '../texts';
import { eachField, fields } from './fields';

const ticked = z.pipe(
  z.optional(z.literal('on')),
  z.transform((box) => box === 'on'),
);
type Schemas = { [Name in keyof typeof fields]: (typeof fields)[Name]['schema'] };
const {
  'nutrition.calories': calories,
  'nutrition.protein': protein,
  'nutrition.carbohydrates': carbohydrates,
  'nutrition.fiber': fiber,
  'nutrition.vitaminC': vitaminC,
  ...typed
} = eachField(({ schema }) => schema) as Schemas;

/** The form of a product: fields are strings, unchecked checkboxes are absent, pictures are keyed by position. */
export const productFormSchema = z.object({
  ...typed,
  organic: ticked,
  showsCount: ticked,
  nutrition: z.object({ calories, protein, carbohydrates, fiber, vitaminC }),
  images: z.pipe(
    z.optional(z.record(z.string(), namedPictureSchema)),
    z.transform((byNumber) => Object.values(byNumber ?? {})),
  ),
});
export type ProductForm = z.infer<typeof productFormSchema>;

const { messages } = editorText;
/** The error messages for fields that the schema refuses, by field name. */
export const productMessages: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(fields).flatMap(([name, field]) => ('bad' in field ? [[name, field.bad]] : [])),
  ...Array.from({ length: MAX_PRODUCT_PICTURES }, (_, at) => [
    `images.${at}.alt`,
    messages.tooLong(250),
  ]),
]);

/** Errors by the server's own rules; `isPublic` includes those for published products. */
export function validationErrors(form: ProductForm, isPublic: boolean): FieldError[] {
  const faults = productFaults(form, new Date(serverNow()));
  const missingAlts = publishFaults(form).map(({ path }) => ({
    path,
    message: messages.altMissing,
  }));
  return [...faults, ...(isPublic ? missingAlts : [])];
}

/** The form's field for a path of the server. */
export function fieldOf(path: string): string {
  const [first = '', at = ''] = path.split('.');
  if (first === 'allergens' || first === 'features') return first;
  return first === 'images' && at !== '' ? `images.${at}.alt` : path;
}

export const toCreateBody = (form: ProductForm): CreateProduct => form;

/** The fields that differ from the product that the form started with. */
export function toUpdateBody(
  { onHand: _, ...form }: ProductForm,
  base: OwnProductDto,
): Omit<UpdateProduct, 'version'> {
  const before = {
    ...base,
    images: base.images.map(({ url, alt }) => ({ url, alt })),
    harvestedAt: toMinutes(base.harvestedAt),
    bestBefore: toMinutes(base.bestBefore),
  };
  const changed = Object.entries(form).filter(
    ([name, value]) => !isEqual(value, before[name as keyof typeof form]),
  );
  return Object.fromEntries(changed);
}

/** A date with the precision of a date field: minutes. */
const toMinutes = (iso: string | null) => fromDateInput(toDateInput(iso));

/** Deep equality, independent of the order of fields. */
function isEqual(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
