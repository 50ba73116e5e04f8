import * as z from 'zod/mini';
import {
  amountChangeSchema,
  amountSchema,
  priceSchema,
  quantitySchema,
  unitSchema,
} from './amounts.js';
import { enteredMomentSchema } from './days.js';
import { MAX_ENTRIES, MAX_LENGTH } from './max-length.js';
import { MAX_PRODUCT_PICTURES, namedPictureSchema } from './pictures.js';
import { idSchema, pageShape, timestampSchema, versionSchema } from './primitives.js';
import { askedProductStatusSchema } from './product-state.js';
import { categorySchema } from './products.js';
import { textSchema } from './text.js';

const distinct = z.refine<string[]>(
  (texts) => new Set(texts).size === texts.length,
  'must not contain duplicates',
);
const nutrientSchema = z.nullable(z.number().check(z.gte(0), z.lte(10_000)));

const editableShape = {
  name: textSchema(MAX_LENGTH.productName),
  description: textSchema(MAX_LENGTH.description, { lines: true, empty: true }),
  category: categorySchema,
  organic: z.boolean(),
  /** Dollars per `unit`. */
  price: priceSchema,
  unit: unitSchema,
  /** Smallest change and smallest amount, in `unit`; `minimum` is a whole number of steps. */
  step: quantitySchema,
  minimum: quantitySchema,
  /** Low-stock limit, in `unit`. */
  lowAt: amountSchema,
  /** Whether shoppers see the amount available, or only whether there is any. */
  showsCount: z.boolean(),
  harvestedAt: z.nullable(enteredMomentSchema),
  bestBefore: z.nullable(enteredMomentSchema),
  lot: z.nullable(textSchema(MAX_LENGTH.lot)),
  allergens: z
    .array(textSchema(MAX_LENGTH.allergen))
    .check(z.maxLength(MAX_ENTRIES.allergens), distinct),
  storage: z.nullable(textSchema(MAX_LENGTH.storage, { lines: true })),
  nutrition: z.strictObject({
    calories: nutrientSchema,
    protein: nutrientSchema,
    carbohydrates: nutrientSchema,
    fiber: nutrientSchema,
    vitaminC: nutrientSchema,
  }),
  features: z
    .array(textSchema(MAX_LENGTH.feature))
    .check(z.maxLength(MAX_ENTRIES.features), distinct),
  images: z.array(namedPictureSchema).check(
    z.maxLength(MAX_PRODUCT_PICTURES),
    z.refine(
      (images) => new Set(images.map(({ url }) => url)).size === images.length,
      'must not contain duplicates',
    ),
  ),
};
const { name, category, price, unit, ...optional } = editableShape;
const { price: _, ...detailsShape } = editableShape;
/** The fields of a product that its farm edits, besides price, stock and status. */
export const productDetails = Object.keys(detailsShape) as (keyof typeof detailsShape)[];
const optionalShape = z.partial(z.object(optional)).shape;

/** `POST /products`: starts as a draft; absent fields are empty, `step` is 1 and `minimum` one step. */
export const createProductSchema = z.strictObject({
  name,
  category,
  price,
  unit,
  ...optionalShape,
  /** Initial stock, in `unit`: its first harvest. */
  onHand: z.optional(amountSchema),
});
export type CreateProduct = z.infer<typeof createProductSchema>;

/** `PATCH /products/:id`: absent fields keep their value. `onHand` is the counted amount in the product's unit. */
export const updateProductSchema = z.strictObject({
  version: versionSchema,
  ...z.partial(z.object({ name, category, price, unit })).shape,
  ...optionalShape,
  onHand: z.optional(amountSchema),
  status: z.optional(askedProductStatusSchema),
  /** For the stock ledger, and for an admin's changes of a farm's product. */
  reason: z.optional(textSchema(MAX_LENGTH.reason, { lines: true })),
});
export type UpdateProduct = z.infer<typeof updateProductSchema>;

export const stockReasonSchema = z.enum([
  'harvest',
  'sale',
  'return',
  'hold',
  'release',
  'write-off',
  'correction',
]);
export type StockReason = z.infer<typeof stockReasonSchema>;
/** Why a farmer changes a stock by hand. */
export const stockChangeReasonSchema = z.enum(['harvest', 'write-off', 'correction']);

const stockChangeShape = {
  version: versionSchema,
  reason: stockChangeReasonSchema,
  /** The difference, in the product's unit: positive for a harvest, negative for a write-off. */
  change: z.optional(amountChangeSchema),
  /** The counted stock, instead of `change`. */
  counted: z.optional(amountSchema),
  note: z.optional(textSchema(MAX_LENGTH.note, { lines: true })),
  /** For a harvest only: these replace the product's own values. */
  lot: z.optional(textSchema(MAX_LENGTH.lot)),
  harvestedAt: z.optional(enteredMomentSchema),
  bestBefore: z.optional(enteredMomentSchema),
};
/** `POST /products/:id/stock`: one of `change` and `counted`. */
export const changeStockSchema = z.strictObject(stockChangeShape).check(
  z.refine(({ change, counted }) => (change === undefined) !== (counted === undefined), {
    error: 'must be given, or else `counted`',
    path: ['change'],
  }),
  z.refine(({ reason, change }) => reason !== 'harvest' || change === undefined || change > 0, {
    error: 'a harvest adds',
    path: ['change'],
  }),
  z.refine(({ reason, change }) => reason !== 'write-off' || change === undefined || change < 0, {
    error: 'a write-off takes away',
    path: ['change'],
  }),
  z.refine(
    ({ reason, lot, harvestedAt, bestBefore }) =>
      reason === 'harvest' || (lot ?? harvestedAt ?? bestBefore) === undefined,
    { error: 'only a harvest has a lot and dates', path: ['lot'] },
  ),
);
export type ChangeStock = z.infer<typeof changeStockSchema>;

/** One change of a stock, in the product's unit; `hold` and `release` change the held part, not the stock on hand. */
export const stockEntrySchema = z.object({
  _id: idSchema,
  at: timestampSchema,
  reason: stockReasonSchema,
  /** `change` is the difference in the stock on hand, `heldChange` in the held part of it. */
  change: z.number(),
  heldChange: z.number(),
  lot: z.nullable(z.string()),
  orderId: z.nullable(idSchema),
  note: z.nullable(z.string()),
});
export type StockEntryDto = z.infer<typeof stockEntrySchema>;
/** `GET /products/:id/stock-ledger`, newest first. */
export const stockLedgerPageSchema = z.object({
  entries: z.array(stockEntrySchema),
  unit: unitSchema,
  ...pageShape,
});
export type StockLedgerPage = z.infer<typeof stockLedgerPageSchema>;
