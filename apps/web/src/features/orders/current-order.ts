import {
  isLive,
  type OrderDto,
  type OrderPart,
  orderStatusOf,
  type PartStatusChange,
  toCents,
  toDollars,
} from '#libs/contracts';
import { newest } from '../../realtime/entity';
import type { Viewer } from '../../realtime/viewer';

/** What is known of an order. A farm's events have its own part and nothing of the order's version. */
export interface KnownOrder {
  order?: OrderDto;
  /** By their ids. */
  parts?: Readonly<Record<string, OrderPart>>;
  totals?: PartStatusChange['order'];
}

/** The order with every newer part and, for those who see the whole of it, the newer totals. */
export function currentOrder(
  order: OrderDto,
  known: KnownOrder | undefined,
  viewer: Viewer,
): OrderDto {
  if (!known) return order;
  const base = newest(order, known.order);
  const parts = base.parts.map((part) => newest(part, known.parts?.[part._id]));
  const hasNewerPart = parts.some((part, at) => part !== base.parts[at]);
  if (viewer?.role === 'farmer') return hasNewerPart ? farmersView({ ...base, parts }) : base;
  const totals = known.totals && known.totals.version > base.version ? known.totals : null;
  return hasNewerPart || totals ? { ...base, parts, ...totals } : base;
}

const sumOf = (parts: readonly OrderPart[]) =>
  toDollars(parts.reduce((cents, { payment }) => cents + toCents(payment.amount), 0));

/** A farm sees its own part as the whole order: status and totals follow from it, as the API answers them. */
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
