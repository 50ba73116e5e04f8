import { randomInt } from 'node:crypto';
import { Types } from 'mongoose';
import {
  DELIVERY_FEE_CENTS,
  FREE_DELIVERY_OVER_CENTS,
  type Fulfilment,
  lineTotal,
  type PlaceOrder,
} from '#libs/contracts';
import type { Farm } from '#libs/farms';
import { DomainError, type Principal } from '#libs/platform';
import type { TakenLine } from '#libs/products';
import type { Order, Part } from './order.model.js';

/** Builds the order from what was taken: one part per farm, prices and names as they are at this moment. */
export function newOrder(
  id: Types.ObjectId,
  customer: Principal,
  body: PlaceOrder,
  taken: readonly TakenLine[],
  farms: readonly Farm[],
): Order {
  const at = new Date();
  const parts = farms.map((farm) => {
    const ordered = taken.filter(({ product }) => product.farm._id.equals(farm._id));
    return newPart(
      farm,
      ordered,
      fulfilmentOf(farm, body.fulfilment?.[farm._id.toString()]),
      customer,
      at,
    );
  });
  return {
    _id: id,
    code: orderCode(),
    customer: { _id: new Types.ObjectId(customer.userId), name: customer.name },
    address: body.address,
    notes: body.notes || null,
    deliveryFee: deliveryFee(parts),
    status: 'Processing',
    parts,
    version: 1,
    createdAt: at,
  };
}

/** Free over $30.00 of goods, and for orders that are only collected; else one flat fee (PRODUCT decision 5). In cents. */
export function deliveryFee(parts: readonly Pick<Part, 'subtotal' | 'fulfilment'>[]): number {
  const goods = parts.reduce((sum, part) => sum + part.subtotal, 0);
  const delivered = parts.some((part) => part.fulfilment === 'delivery');
  return delivered && goods <= FREE_DELIVERY_OVER_CENTS ? DELIVERY_FEE_CENTS : 0;
}

function newPart(
  farm: Farm,
  ordered: readonly TakenLine[],
  fulfilment: Fulfilment,
  customer: Principal,
  at: Date,
): Part {
  const lines = ordered.map(({ product, amount }) => ({
    productId: product._id,
    name: product.name,
    image: product.images[0]?.url ?? '/produce/basket.svg',
    unit: product.unit,
    amount,
    price: product.price,
    total: lineTotal(product.price, amount, product.unit),
  }));
  return {
    _id: new Types.ObjectId(),
    farmId: farm._id,
    farmName: farm.name,
    farmSlug: farm.slug,
    fulfilment,
    pickupPlace: fulfilment === 'pickup' ? farm.pickupPlace : null,
    status: 'placed',
    subtotal: lines.reduce((sum, line) => sum + line.total, 0),
    lines,
    timeline: [
      { status: 'placed', at, by: { role: customer.role, name: customer.name }, reason: null },
    ],
    version: 1,
  };
}

function fulfilmentOf(farm: Farm, wish: Fulfilment | undefined): Fulfilment {
  const usual = farm.fulfilment.includes('delivery') ? 'delivery' : farm.fulfilment[0];
  const chosen = wish ?? usual;
  if (!chosen || !farm.fulfilment.includes(chosen)) {
    throw new DomainError(
      'FULFILMENT_NOT_OFFERED',
      `${farm.name} does not offer ${chosen ?? 'delivery or pickup'}`,
      { details: { farmId: farm._id.toString() } },
    );
  }
  return chosen;
}

/** Letters and digits that cannot be mistaken for each other on the phone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Such as `FG-7K3Q9MXW`: 31⁸ codes, so that two alike are not to be expected; the index would refuse them. */
function orderCode(): string {
  return `FG-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}
