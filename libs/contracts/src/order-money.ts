import { DELIVERY_FEE_CENTS, FREE_DELIVERY_OVER_CENTS } from './constants.js';
import type { Cents } from './money.js';

/** The fee of an order, in cents, as the server's settings have it. */
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
 * The delivery fee of an order, in cents: flat, 0 for goods worth strictly more than the limit, and 0 where everything
 * is collected.
 */
export function deliveryFee(goods: Cents, delivers: boolean, rule: FeeRule = FEE_RULE): Cents {
  return delivers && goods <= rule.freeDeliveryOver ? rule.deliveryFee : 0;
}

/** Goods in cents that are missing for free delivery; 0 once it is free. */
export function missingToFreeDelivery(goods: Cents, rule: FeeRule = FEE_RULE): Cents {
  return Math.max(0, rule.freeDeliveryOver + 1 - goods);
}

/** Goods in cents that are missing to a farm's minimum; 0 once it is reached. */
export function missingToMinimum(goods: Cents, minimum: Cents): Cents {
  return Math.max(0, minimum - goods);
}
