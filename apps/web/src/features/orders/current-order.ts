import {
  addDollars,
  isLive,
  type OrderDto,
  type OrderPart,
  orderStatusOf,
  type PartChanged,
} from '#libs/contracts';
import { newest } from '../../realtime/entity';
import type { Viewer } from '../../realtime/live-table';

/** The facets of an order. A farm's events contain only its own part, without the order's version. */
export interface KnownOrder {
  order?: OrderDto;
  /** By part id. */
  parts?: Readonly<Record<string, OrderPart>>;
  totals?: PartChanged['order'];
}

/** The order merged with newer parts and, except for farmers, newer totals. */
export function currentOrder(
  order: OrderDto,
  known: KnownOrder | undefined,
  viewer: Viewer,
): OrderDto {
  if (!known) return order;
  const base = newest(order, known.order);
  const parts = base.parts.map((part) => newest(part, known.parts?.[part._id]));
  const hasNewerPart = parts.some((part, at) => part !== base.parts[at]);
  if (viewer?.role === 'farmer') return hasNewerPart ? farmViewOf({ ...base, parts }) : base;
  const totals = known.totals && known.totals.version > base.version ? known.totals : null;
  return hasNewerPart || totals ? { ...base, parts, ...totals } : base;
}

const sumOf = (parts: readonly OrderPart[]) =>
  addDollars(...parts.map(({ payment }) => payment.amount));

/** The order as the API returns it to a farm: status and totals are those of its own part. */
function farmViewOf(order: OrderDto): OrderDto {
  const status = orderStatusOf(order.parts.map((part) => part.status));
  const live = order.parts.filter((part) => isLive(part.status));
  const credit = addDollars(...order.parts.map(({ payment }) => payment.credit ?? 0));
  const goodsTotal = addDollars(...live.map(({ subtotal }) => subtotal));
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
      ...(credit > 0 && { credit }),
    },
  };
}
