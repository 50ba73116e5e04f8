import { isLive, type OrderDto, orderStatusOf, toCents, toDollars } from '#libs/contracts';
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
  const version = newer?.version ?? order.version;
  if (viewer?.role === 'farmer') return farmersView({ ...order, parts, version });
  return { ...order, parts, ...newer };
}

/** Two copies of one order, each part and the totals from whichever is newer. */
export function mergeOrder(cached: OrderDto, incoming: OrderDto): OrderDto {
  const whole = incoming.version >= cached.version ? incoming : cached;
  const other = whole === incoming ? cached : incoming;
  const parts = whole.parts.map((part) => {
    const rival = other.parts.find((candidate) => candidate._id === part._id);
    return rival && rival.version > part.version ? rival : part;
  });
  return { ...whole, parts };
}

/**
 * A farm sees its own part as the whole order: word and totals follow from that part, as the API answers
 * them to a farmer, while the totals of the event are those of all farms together and stay out.
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
  };
}
