import {
  isLive,
  type OrderDto,
  type OrderPart,
  orderStatusOf,
  toCents,
  toDollars,
} from '#libs/contracts';
import type { Facts, Viewer } from './facts';

/** The order with every newer part and, for those who see the whole of it, the newer totals. */
export function currentOrder(order: OrderDto, facts: Facts, viewer: Viewer): OrderDto {
  let changed = false;
  const parts = order.parts.map((part) => {
    const known = facts.parts.get(part._id);
    if (!known || known.version <= part.version) return part;
    changed = true;
    return known;
  });
  const level = facts.orderLevels.get(order._id);
  const newer = level && level.version > order.version ? level : null;
  if (!changed && !newer) return order;
  if (viewer?.role === 'farmer') return changed ? farmersView({ ...order, parts }) : order;
  return { ...order, parts, ...newer };
}

/** Two copies of one order: the newer one, with a part of the other where only that part has moved on. */
export function mergeOrder(cached: OrderDto, incoming: OrderDto): OrderDto {
  const newer = incoming.version >= cached.version ? incoming : cached;
  const other = newer === incoming ? cached : incoming;
  let mixed = false;
  const parts = newer.parts.map((part) => {
    const rival = other.parts.find((candidate) => candidate._id === part._id);
    if (!rival || rival.version <= part.version) return part;
    mixed = true;
    return rival;
  });
  // events tell a farm of its part and not of the order's version: only a farm's copies can be mixed
  return mixed ? farmersView({ ...newer, parts }) : newer;
}

const sumOf = (parts: readonly OrderPart[]) =>
  toDollars(parts.reduce((cents, { payment }) => cents + toCents(payment.amount), 0));

/**
 * A farm sees its own part as the whole order: word and totals follow from that part, as the API answers
 * them to a farmer.
 */
function farmersView(order: OrderDto): OrderDto {
  const status = orderStatusOf(order.parts.map((part) => part.status));
  const live = order.parts.filter((part) => isLive(part.status));
  const goodsTotal = toDollars(live.reduce((cents, part) => cents + toCents(part.subtotal), 0));
  return {
    ...order,
    status,
    isDelivered: status === 'Delivered',
    goodsTotal,
    deliveryFee: 0,
    totalPrice: goodsTotal,
    payment: {
      method: order.payment.method,
      status: order.parts[0]?.payment.status ?? 'void',
      amount: sumOf(order.parts),
      paid: sumOf(order.parts.filter(({ payment }) => payment.status === 'paid')),
    },
  };
}
