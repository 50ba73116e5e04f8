import { Types } from 'mongoose';
import {
  cardHolds,
  deliveryFee,
  type FeeRate,
  type Fulfilment,
  type Id,
  lineTotal,
  missingToMinimum,
  type PlaceOrder,
  toCents,
  toDollars,
} from '#libs/contracts';
import { type Farm, holidayOf, minimumOf } from '#libs/farms';
import { DomainError, type Principal, parsePhone } from '#libs/platform';
import type { TakenLine } from '#libs/products';
import type { Line, Order, Part } from './order.model.js';
import { moneyOf } from './order-dto.js';
import type { PlaceChoice, TakenPlace } from './order-places.service.js';
import { orderTerms } from './order-search.js';
import { payingWithCredit, withPayment } from './payment.js';
import { handOverCode, randomCode } from './random-code.js';

/**
 * Builds an order from the taken lines: one part per farm, with the current prices and names, and without slots.
 * Throws `FULFILMENT_NOT_OFFERED`, `ORDER_BELOW_MINIMUM`, `AMOUNT_TOO_HIGH` for more store credit than it costs, and
 * `VALIDATION_FAILED` for a wrong phone number.
 */
export function newOrder(
  id: Types.ObjectId,
  customer: Principal,
  body: PlaceOrder,
  taken: readonly TakenLine[],
  farms: readonly Farm[],
  feeRate: FeeRate,
  at = new Date(),
): Order {
  const notes = new Map(body.items.map(({ productId, note }) => [productId, note]));
  const parts = farms.map((farm): Part => {
    const lines = taken
      .filter(({ product }) => product.farm._id.equals(farm._id))
      .map((line) => newLine(line, notes.get(line.product._id.toString())));
    return newPart(farm, lines, body, customer, at);
  });
  requireMinimums(farms, parts);
  const goods = parts.reduce((sum, part) => sum + part.subtotal, 0);
  const delivers = parts.some((part) => part.fulfilment === 'delivery');
  const code = orderCode();
  const fee = deliveryFee(goods, delivers);
  const method = body.payment ?? 'pay_on_handover';
  const order: Order = {
    _id: id,
    code,
    customer: { _id: new Types.ObjectId(customer.userId), name: customer.name },
    address: { ...body.address, phone: parsePhone(body.address.phone, 'address.phone') },
    notes: body.notes || null,
    deliveryFee: fee,
    feeRate,
    status: 'Processing',
    payment: { method, status: 'due', amount: 0, paid: 0 },
    parts,
    search: orderTerms(code, customer.name),
    version: 1,
    createdAt: at,
  };
  const paying = payingWithCredit(order, toCents(body.credit ?? 0));
  return withPayment(method === 'card' ? heldByCard(paying) : paying);
}

function heldByCard(order: Order): Order {
  const holds = cardHolds(moneyOf(order));
  const parts = order.parts.map((part) => ({
    ...part,
    payment: { ...part.payment, held: holds.get(part._id.toString()) ?? 0 },
  }));
  return { ...order, parts };
}

/** What an order chooses at a farm. Throws `FULFILMENT_NOT_OFFERED`. */
export function choiceOf(farm: Farm, { farms, fulfilment }: PlaceOrder): PlaceChoice {
  const farmId = farm._id.toString();
  const choice = farms?.[farmId];
  const method = fulfilmentOf(farm, choice?.fulfilment ?? fulfilment?.[farmId]);
  return { farm, method, slotId: choice?.slotId };
}

/** The order with the places that were taken for it, by farm. */
export function withPlaces(order: Order, taken: ReadonlyMap<Id, TakenPlace>): Order {
  const parts = order.parts.map((part) => {
    const { slot = null, place = null } = taken.get(part.farmId.toString()) ?? {};
    return { ...part, slot, pickupPlace: place ?? part.pickupPlace };
  });
  return { ...order, parts };
}

/** A line that is placed with the order. */
export function newLine({ product, amount }: TakenLine, note?: string): Line {
  return {
    productId: product._id,
    name: product.name,
    category: product.category,
    image: product.images[0]?.url ?? '/produce/basket.svg',
    unit: product.unit,
    placed: amount,
    ordered: amount,
    amount,
    price: product.price,
    total: lineTotal(product.price, amount),
    note: note || null,
  };
}

function newPart(
  farm: Farm,
  lines: Line[],
  body: PlaceOrder,
  { userId, role, name }: Principal,
  at: Date,
): Part {
  const farmId = farm._id.toString();
  const { method: fulfilment } = choiceOf(farm, body);
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const by = { userId: new Types.ObjectId(userId), role, name };
  return {
    _id: new Types.ObjectId(),
    farmId: farm._id,
    farmName: farm.name,
    farmSlug: farm.slug,
    fulfilment,
    pickupPlace: fulfilment === 'pickup' ? farm.pickupPlace : null,
    slot: null,
    status: 'placed',
    subtotal,
    note: body.farms?.[farmId]?.note || null,
    payment: { status: 'due', amount: subtotal },
    lines,
    timeline: [{ status: 'placed', at, by, reason: null, declineReason: null, goods: null }],
    changes: [],
    handOverCode: handOverCode(),
    version: 1,
  };
}

/** Throws `FARM_NOT_APPROVED` and `FARM_ON_HOLIDAY`. Their copy in products may be outdated. */
export function requireSelling(farms: readonly Farm[]): void {
  if (farms.some((farm) => farm.status !== 'approved')) throw new DomainError('FARM_NOT_APPROVED');
  const onHoliday = farms.find((farm) => holidayOf(farm));
  if (onHoliday)
    throw new DomainError('FARM_ON_HOLIDAY', `${onHoliday.name} is on holiday`, {
      details: {
        farmId: onHoliday._id.toString(),
        until: onHoliday.holiday?.until.toISOString(),
      },
    });
}

/** Throws `CASH_NOT_ACCEPTED` with every farm that takes cards only. */
export function requireCash(farms: readonly Farm[]): void {
  const refusing = farms.filter(({ cardsOnly }) => cardsOnly);
  if (refusing.length === 0) return;
  throw new DomainError(
    'CASH_NOT_ACCEPTED',
    `${refusing.map(({ name }) => name).join(', ')} ${refusing.length === 1 ? 'takes' : 'take'} cards only`,
    { details: { farms: refusing.map(({ _id, name }) => ({ farmId: _id.toString(), name })) } },
  );
}

/** Throws `ORDER_BELOW_MINIMUM` with every farm whose minimum is missed, so that all can be corrected at once. */
export function requireMinimums(
  farms: readonly Farm[],
  parts: readonly Pick<Part, 'farmId' | 'fulfilment' | 'subtotal'>[],
): void {
  const below = farms.flatMap((farm) => {
    const part = parts.find(({ farmId }) => farmId.equals(farm._id));
    if (!part) return [];
    const minimum = minimumOf(farm, part.fulfilment);
    const missing = missingToMinimum(part.subtotal, minimum);
    if (missing === 0) return [];
    return [
      {
        farmId: farm._id.toString(),
        name: farm.name,
        fulfilment: part.fulfilment,
        minimum: toDollars(minimum),
        subtotal: toDollars(part.subtotal),
        missing: toDollars(missing),
      },
    ];
  });
  const [first] = below;
  if (!first) return;
  throw new DomainError(
    'ORDER_BELOW_MINIMUM',
    `${first.name} asks for at least $${first.minimum.toFixed(2)}: add $${first.missing.toFixed(2)}`,
    { details: { farms: below } },
  );
}

/** How a farm fulfils an order: as chosen, else by delivery if it can. Throws `FULFILMENT_NOT_OFFERED`. */
export function fulfilmentOf(farm: Farm, chosen: Fulfilment | undefined): Fulfilment {
  const byDefault = farm.fulfilment.includes('delivery') ? 'delivery' : farm.fulfilment[0];
  const fulfilment = chosen ?? byDefault;
  if (!fulfilment || !farm.fulfilment.includes(fulfilment)) {
    throw new DomainError(
      'FULFILMENT_NOT_OFFERED',
      `${farm.name} does not offer ${fulfilment ?? 'delivery or pickup'}`,
      { details: { farmId: farm._id.toString() } },
    );
  }
  return fulfilment;
}

/** Such as `FG-7K3Q9MXW`. Collisions are unlikely among 31⁸ codes, and the unique index rejects them. */
const orderCode = () => `FG-${randomCode(8)}`;
