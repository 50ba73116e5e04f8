import { DELIVERY_FEE_CENTS, FREE_DELIVERY_OVER_CENTS } from './constants.js';
import type { Cents } from './money.js';

/** The delivery fee in the server's settings, in cents. */
export interface FeeRule {
  readonly freeDeliveryOver: Cents;
  readonly deliveryFee: Cents;
}

/** PRODUCT decision 5; published by `GET /settings/public`. */
export const FEE_RULE: FeeRule = {
  freeDeliveryOver: FREE_DELIVERY_OVER_CENTS,
  deliveryFee: DELIVERY_FEE_CENTS,
};

/**
 * The delivery fee of an order, in cents: flat, but 0 for goods worth strictly more than the limit or if everything
 * is picked up.
 */
export function deliveryFee(goods: Cents, delivers: boolean, rule: FeeRule = FEE_RULE): Cents {
  return delivers && goods <= rule.freeDeliveryOver ? rule.deliveryFee : 0;
}

/** Cents of goods still missing for free delivery; 0 once it is free. */
export function missingToFreeDelivery(goods: Cents, rule: FeeRule = FEE_RULE): Cents {
  return Math.max(0, rule.freeDeliveryOver + 1 - goods);
}

/** Cents of goods still missing to a farm's minimum; 0 once it is reached. */
export function missingToMinimum(goods: Cents, minimum: Cents): Cents {
  return Math.max(0, minimum - goods);
}
