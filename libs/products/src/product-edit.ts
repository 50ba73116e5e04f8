import { isDeepStrictEqual } from 'node:util';
import { Types } from 'mongoose';
import {
  type AuditState,
  beginningOf,
  type CreateProduct,
  type FieldError,
  fromThousandths,
  MAX_LENGTH,
  NO_STARS,
  type ProductFields,
  productDetails,
  productFaults,
  toCents,
  toThousandths,
  type UpdateProduct,
} from '#libs/contracts';
import { DomainError } from '#libs/platform';
import type { Product } from './product.model.js';

/** The fields of an edit without pictures, stock and status, which have rules of their own. */
export type ProductEdit = Partial<
  Omit<UpdateProduct, 'version' | 'onHand' | 'status' | 'reason' | 'images'>
>;

const DETAILS: readonly (keyof Product)[] = productDetails;

/** Whether two states of a product differ in any field besides price, stock and status. */
export function detailsDiffer(before: Product, after: Product): boolean {
  return DETAILS.some((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** The fields that an edit may write; other services write the rest. */
export const WRITTEN_FIELDS = [
  ...DETAILS,
  'price',
  'status',
  'publishedAt',
  'moderation',
  'onHand',
  'available',
  'version',
  'detailsVersion',
] as const;

/** The fields that an edit changes, with their new values. */
export function changedFields(before: Product, after: Product): Partial<Product> {
  const changed = WRITTEN_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

/** The product after an edit; fields that it omits stay. Throws `VALIDATION_FAILED` with an error per field. */
export function edited(before: Product, edit: ProductEdit): Product {
  const fields = fieldsOf(before, edit);
  if (DEPENDENT_FIELDS.some((field) => edit[field] !== undefined))
    refuse(productFaults(fields, new Date()));
  const { price, step, minimum, lowAt, harvestedAt, bestBefore, ...asIs } = edit;
  const date = (field: 'harvestedAt' | 'bestBefore', said: string | null | undefined) => {
    if (said === undefined) return before[field];
    return said === null ? null : new Date(said);
  };
  return {
    ...before,
    ...named(asIs),
    price: price === undefined ? before.price : toCents(price),
    step: step === undefined ? before.step : toThousandths(step),
    minimum: minimum === undefined ? before.minimum : toThousandths(minimum),
    lowAt: lowAt === undefined ? before.lowAt : toThousandths(lowAt),
    harvestedAt: date('harvestedAt', harvestedAt),
    bestBefore: date('bestBefore', bestBefore),
  };
}

type Named<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
/** The defined fields. */
function named<Fields extends object>(fields: Fields): Named<Fields> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Named<Fields>;
}

/** What every new product has: no goods, no history, and nothing published. */
export const UNSOLD = {
  onHand: 0,
  held: 0,
  available: 0,
  sold: 0,
  stars: NO_STARS,
  rating: null,
  reviewCount: 0,
  harvestedAt: null,
  bestBefore: null,
  lot: null,
  status: 'draft',
  publishedAt: null,
  moderation: null,
  version: 1,
  detailsVersion: 1,
} as const satisfies Partial<Product>;

/** A new product of a farm with the required fields only, to which the first edit is applied. */
export function blankProduct(farm: Product['farm'], listed: boolean, body: CreateProduct): Product {
  const { name, category, price, unit, step = 1, minimum = step, lowAt = 0 } = body;
  const { harvestedAt = null, bestBefore = null } = body;
  refuse(productFaults({ unit, step, minimum, lowAt, harvestedAt, bestBefore }, new Date()));
  return {
    ...UNSOLD,
    _id: new Types.ObjectId(),
    farm,
    listed,
    name,
    description: '',
    category,
    organic: false,
    price: toCents(price),
    unit,
    step: toThousandths(step),
    minimum: toThousandths(minimum),
    lowAt: 0,
    showsCount: true,
    images: [],
    allergens: [],
    storage: null,
    nutrition: { calories: null, protein: null, carbohydrates: null, fiber: null, vitaminC: null },
    features: [],
  };
}

/** A copy of a product to edit: its details without its history. */
export function copyOf(product: Product): Product {
  return {
    ...product,
    ...UNSOLD,
    _id: new Types.ObjectId(),
    name: beginningOf(`${product.name} (copy)`, MAX_LENGTH.productName),
  };
}

/** Throws `VALIDATION_FAILED` if there are any errors. */
export function refuse(errors: FieldError[]): void {
  const [first] = errors;
  if (first)
    throw new DomainError('VALIDATION_FAILED', `${first.path}: ${first.message}`, { errors });
}

/** One side of a change for the audit log: the fields that differ, with a version in place of long texts. */
export function auditState(product: Product, other: Product): AuditState {
  const { name, category, organic, price, unit, status, onHand, moderation } = product;
  const said: AuditState = { name, category, organic, price, unit, status, onHand, moderation };
  const differing = Object.entries(said).filter(
    ([field, value]) => other[field as keyof Product] !== value,
  );
  const state = Object.fromEntries(differing);
  // An amount means nothing without its unit.
  if (onHand !== other.onHand) state.unit = unit;
  return detailsDiffer(product, other) ? { ...state, details: product.detailsVersion } : state;
}

const DEPENDENT_FIELDS = ['unit', 'step', 'minimum', 'lowAt', 'harvestedAt', 'bestBefore'] as const;

/** The fields whose rules depend on each other, after the edit and in the API's units. */
export function fieldsOf(before: Product, edit: ProductEdit): ProductFields {
  const { unit } = before;
  return {
    unit: edit.unit ?? unit,
    step: edit.step ?? fromThousandths(before.step),
    minimum: edit.minimum ?? fromThousandths(before.minimum),
    lowAt: edit.lowAt ?? fromThousandths(before.lowAt),
    harvestedAt:
      edit.harvestedAt === undefined
        ? (before.harvestedAt?.toISOString() ?? null)
        : edit.harvestedAt,
    bestBefore:
      edit.bestBefore === undefined ? (before.bestBefore?.toISOString() ?? null) : edit.bestBefore,
  };
}
