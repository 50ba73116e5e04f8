import {
  type FarmRole,
  type HandOver,
  orderDtoSchema,
  packingHandOverDtoSchema,
  stopHandOverDtoSchema,
} from '#libs/contracts';
import { packingOrders, stops } from '../../../entities/crew-orders';
import { request } from '../../../lib/api/api';
import type { Put } from '../../../realtime/entity';
import { putOrder } from '../orders.live';

/** What was handed over. */
export interface HandedOver {
  /** For those who may open the order. */
  readonly orderId: string | null;
  readonly order: string;
  readonly customer: string;
  /** The number of products that came. */
  readonly products: number;
  /** Dollars, or whether anything is paid now, for those who are not told how much. */
  readonly toCollect: number | boolean;
}

/** Sends a code; returns what it handed over, and what the page knows now. */
type Way = (code: string, key: string) => Promise<{ handed: HandedOver; put: Put }>;

const came = (lines: readonly { readonly quantity: number }[]): number =>
  lines.filter(({ quantity }) => quantity > 0).length;
const post = (code: string, key: string) => ({
  method: 'POST' as const,
  headers: { 'Idempotency-Key': key },
  body: { code } satisfies HandOver,
});

/** How an owner, a packer and a driver hand over by a code. */
export const handOverWays: Readonly<Record<FarmRole, Way>> = {
  owner: async (code, key) => {
    const order = await request(orderDtoSchema, '/farms/mine/hand-overs', post(code, key));
    const isPaidNow =
      order.payment.method !== 'card' && order.parts.some(({ payment }) => payment.amount > 0);
    const handed = {
      orderId: order._id,
      order: order.code,
      customer: order.customer.name,
      products: order.parts.reduce((sum, { lines }) => sum + came(lines), 0),
      toCollect: isPaidNow,
    };
    return { handed, put: putOrder(order) };
  },
  packer: async (code, key) => {
    const path = '/farms/mine/packing-orders/hand-overs';
    const { order, isPaidNow } = await request(packingHandOverDtoSchema, path, post(code, key));
    const { customer, lines } = order;
    const about = { orderId: null, order: order.code, products: came(lines) };
    return {
      handed: { ...about, customer, toCollect: isPaidNow },
      put: packingOrders.of(order),
    };
  },
  driver: async (code, key) => {
    const path = '/farms/mine/stops/hand-overs';
    const { stop, toCollect } = await request(stopHandOverDtoSchema, path, post(code, key));
    const about = { orderId: null, order: stop.code, products: came(stop.lines) };
    const customer = stop.address.recipient ?? stop.customer;
    return { handed: { ...about, customer, toCollect }, put: stops.of(stop) };
  },
};
