import * as z from 'zod/mini';
import { type OwnProductDto, priceSchema, type UpdateProduct } from '#libs/contracts';
import { toNumber } from './numbers';

/** The input of a row, and the product when the row was opened. */
export interface Draft {
  readonly base: OwnProductDto;
  readonly price: string;
  readonly onHand: string;
  readonly reason: string;
}

export interface DraftErrors {
  readonly price: boolean;
  readonly onHand: boolean;
}

const onHandSchema = z.number().check(z.gte(0), z.lte(100_000));

export function draftOf(product: OwnProductDto, reason: string): Draft {
  return {
    base: product,
    price: product.price.toFixed(2),
    onHand: String(product.onHand),
    reason,
  };
}

export function countsStock({ base, onHand }: Draft): boolean {
  return toNumber(onHand) !== base.onHand;
}

/** The change that a draft makes, null if there is none; or its errors. */
export function changeOf(
  draft: Draft,
): { change: Omit<UpdateProduct, 'version'> | null } | { errors: DraftErrors } {
  const price = priceSchema.safeParse(toNumber(draft.price));
  const onHand = onHandSchema.safeParse(toNumber(draft.onHand));
  if (!price.success || !onHand.success) {
    return { errors: { price: !price.success, onHand: !onHand.success } };
  }
  const change = {
    ...(price.data !== draft.base.price && { price: price.data }),
    ...(countsStock(draft) && { onHand: onHand.data, reason: draft.reason }),
  };
  return { change: Object.keys(change).length === 0 ? null : change };
}
