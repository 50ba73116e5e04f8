import {
  amountFaults,
  amountSchema,
  type OwnProductDto,
  priceSchema,
  type UpdateProduct,
} from '#libs/contracts';
import { amountIn, MONEY, problemOf, toNumber, typedNumber } from '../../lib/forms/typed-number';
import { productsText } from './texts';

/** The input of a row, and the product that it is based on. */
export interface Draft {
  readonly base: OwnProductDto;
  /** The fields that were changed elsewhere meanwhile, as a refused save has shown. */
  readonly changedElsewhere: { readonly price: boolean; readonly onHand: boolean };
  readonly price: string;
  readonly onHand: string;
  readonly reason: string;
}

/** By field; null for a valid one. */
export interface DraftErrors {
  readonly price: string | null;
  readonly onHand: string | null;
}

export function draftOf(product: OwnProductDto, reason: string): Draft {
  return {
    base: product,
    changedElsewhere: { price: false, onHand: false },
    price: typedNumber(product.price, MONEY.places),
    onHand: typedNumber(product.onHand),
    reason,
  };
}

/** The draft after a refused save: the typed values, based on the current product. */
export function rebased(draft: Draft, now: OwnProductDto): Draft {
  const { base, changedElsewhere } = draft;
  const typedPrice = toNumber(draft.price, MONEY) !== base.price;
  const typedOnHand = countsStock(draft);
  return {
    ...draftOf(now, draft.reason),
    changedElsewhere: {
      price: typedPrice && (changedElsewhere.price || now.price !== base.price),
      onHand: typedOnHand && (changedElsewhere.onHand || now.onHand !== base.onHand),
    },
    ...(typedPrice && { price: draft.price }),
    ...(typedOnHand && { onHand: draft.onHand }),
  };
}

export function countsStock({ base, onHand }: Draft): boolean {
  return toNumber(onHand, amountIn(base.unit)) !== base.onHand;
}

/** The change that a draft makes, null if there is none; or its errors. */
export function changeOf(
  draft: Draft,
): { change: Omit<UpdateProduct, 'version'> | null } | { errors: DraftErrors } {
  const amount = amountIn(draft.base.unit);
  const price = priceSchema.safeParse(toNumber(draft.price, MONEY));
  const onHand = amountSchema.safeParse(toNumber(draft.onHand, amount));
  const isCounted =
    onHand.success && amountFaults(draft.base.unit, { onHand: onHand.data }).length === 0;
  if (!price.success || !isCounted) {
    return {
      errors: {
        price: price.success ? null : (problemOf(draft.price, MONEY) ?? productsText.badPrice),
        onHand: isCounted ? null : (problemOf(draft.onHand, amount) ?? productsText.badOnHand),
      },
    };
  }
  const change = {
    ...(price.data !== draft.base.price && { price: price.data }),
    ...(countsStock(draft) && { onHand: onHand.data, reason: draft.reason }),
  };
  return { change: Object.keys(change).length === 0 ? null : change };
}
