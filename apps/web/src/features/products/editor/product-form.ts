import * as z from 'zod/mini';
import {
  type CreateProduct,
  categorySchema,
  type FieldError,
  MAX_PRODUCT_PICTURES,
  namedPictureSchema,
  type OwnProductDto,
  priceSchema,
  productFaults,
  publishFaults,
  quantitySchema,
  textSchema,
  type UpdateProduct,
  unitSchema,
} from '#libs/contracts';
import { localMoment, momentOf } from '../moments';
import { toNumber } from '../numbers';
import { linesOf } from './draft';
import { editorText } from './texts';

const number = <Schema extends z.ZodMiniType<number, number>>(schema: Schema) =>
  z.pipe(z.pipe(z.string(), z.transform(toNumber)), schema);
const amount = number(z.union([z.literal(0), quantitySchema]));
const ticked = z.pipe(
  z.optional(z.literal('on')),
  z.transform((box) => box === 'on'),
);
const moment = z.pipe(z.string(), z.transform(momentOf));
const textOrNone = (max: number) =>
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    textSchema(max),
  ]);
const lines = (most: number, longest: number) =>
  z.pipe(
    z.pipe(z.string(), z.transform(linesOf)),
    z.array(z.string().check(z.maxLength(longest))).check(
      z.maxLength(most),
      z.refine((all) => new Set(all).size === all.length),
    ),
  );
const nutrient = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => (typed.trim() === '' ? null : toNumber(typed))),
  ),
  z.nullable(z.number().check(z.gte(0), z.lte(10_000))),
);

/** A product as its form sends it: everything is text, a box is ticked or absent, pictures have their numbers. */
export const productFormSchema = z.object({
  name: textSchema(120),
  description: z.string().check(z.trim(), z.maxLength(5_000)),
  category: categorySchema,
  organic: ticked,
  price: number(priceSchema),
  unit: unitSchema,
  step: number(quantitySchema),
  minimum: number(quantitySchema),
  lowAt: amount,
  showsCount: ticked,
  onHand: z.optional(amount),
  harvestedAt: moment,
  bestBefore: moment,
  lot: textOrNone(60),
  allergens: lines(20, 40),
  storage: textOrNone(500),
  features: lines(12, 60),
  nutrition: z.object({
    calories: nutrient,
    protein: nutrient,
    carbohydrates: nutrient,
    fiber: nutrient,
    vitaminC: nutrient,
  }),
  images: z.pipe(
    z.optional(z.record(z.string(), namedPictureSchema)),
    z.transform((byNumber) => Object.values(byNumber ?? {})),
  ),
});
export type ProductForm = z.infer<typeof productFormSchema>;

const { bad } = editorText;
/** What is wrong with a field that the schema refuses, by its name. */
export const productMessages: Readonly<Record<string, string>> = {
  name: bad.name,
  description: bad.description,
  category: bad.category,
  price: bad.price,
  step: bad.amount,
  minimum: bad.amount,
  lowAt: bad.zeroAmount,
  onHand: bad.zeroAmount,
  lot: bad.lot,
  allergens: bad.allergens,
  storage: bad.storage,
  features: bad.features,
  'nutrition.calories': bad.nutrient,
  'nutrition.protein': bad.nutrient,
  'nutrition.carbohydrates': bad.nutrient,
  'nutrition.fiber': bad.nutrient,
  'nutrition.vitaminC': bad.nutrient,
  ...Object.fromEntries(
    Array.from({ length: MAX_PRODUCT_PICTURES }, (_, at) => [`images.${at}.alt`, bad.alt]),
  ),
};

/** What does not fit together, by the server's own rules; `shown`: whether shoppers are to see it. */
export function faultsOf(form: ProductForm, shown: boolean): FieldError[] {
  const faults = productFaults(form, new Date());
  const unsaid = publishFaults(form).map(({ path }) => ({ path, message: bad.altMissing }));
  return [...faults, ...(shown ? unsaid : [])];
}

/** The field of the form in which a path of the server stands. */
export function fieldOf(path: string): string {
  const [first = '', at = ''] = path.split('.');
  if (first === 'allergens' || first === 'features') return first;
  return first === 'images' && at !== '' ? `images.${at}.alt` : path;
}

/** A new product. */
export const createOf = (form: ProductForm): CreateProduct => form;

/** What somebody changed of the product that they began with; nothing else is sent. */
export function editOf(
  { onHand: _, ...form }: ProductForm,
  began: OwnProductDto,
): Omit<UpdateProduct, 'version'> {
  const before = {
    ...began,
    images: began.images.map(({ url, alt }) => ({ url, alt })),
    harvestedAt: inMinutes(began.harvestedAt),
    bestBefore: inMinutes(began.bestBefore),
  };
  const changed = Object.entries(form).filter(
    ([name, value]) => !alike(value, before[name as keyof typeof form]),
  );
  return Object.fromEntries(changed);
}

/** A moment as precisely as a date field has it. */
const inMinutes = (iso: string | null) => momentOf(localMoment(iso));

/** Whether two values of the API say the same, in whatever order their fields stand. */
function alike(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
