import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { FarmCalendar, PlaceOrder } from '../libs/contracts/src/index.js';

export const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
/** The fields of responses that tests use. */
interface ApiBody {
  readonly code: string;
  readonly name: string;
  readonly total: number;
  readonly _id: string;
  readonly version: number;
  readonly token: string;
  readonly products: ApiBody[];
  readonly users: ApiBody[];
  readonly parts: [ApiBody];
  readonly description: string;
  readonly minimum: number;
  readonly available: number;
  readonly farmSlug: string;
  readonly farmId: string;
  readonly price: number;
  readonly fulfilment: string;
  readonly subtotal: number;
  readonly timeZone: string;
  readonly calendars: FarmCalendar[];
  readonly schedules: ApiBody[];
  readonly slots: ApiBody[];
  readonly payments: object[];
}
type Caller = 'customer' | 'farmer' | 'admin';
/** Calls the API as the demo user of the role. */
export type Call = (role: Caller, method: string, path: string, data?: object) => Promise<ApiBody>;

export async function demoCaller(request: APIRequestContext): Promise<Call> {
  const tokens = new Map<string, string>();
  for (const role of ['customer', 'farmer', 'admin']) {
    const answer = await request.post('/api/v1/demo/sign-in', { data: { role, index: 0 } });
    tokens.set(role, (await answer.json()).token);
  }
  return async (role, method, path, data) => {
    const headers = {
      authorization: `Bearer ${tokens.get(role)}`,
      'idempotency-key': randomUUID(),
    };
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, data });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}

/** The demo farm's product with the most stock. */
export async function farmProduct(call: Call): Promise<ApiBody> {
  const { products } = await call('customer', 'GET', '/products?limit=100&inStock=true');
  return products
    .filter(({ farmSlug }) => farmSlug === 'hollow-creek-farm')
    .reduce((most, next) => (next.available > most.available ? next : most));
}

/** The customer orders the minimum quantity of that product. */
export async function orderFromFarm(
  call: Call,
  farms?: PlaceOrder['farms'],
): Promise<{ order: ApiBody; product: ApiBody }> {
  const product = await farmProduct(call);
  const items = [{ productId: product._id, quantity: product.minimum }];
  const order = await call('customer', 'POST', '/orders', { items, address: ADDRESS, farms });
  return { order, product };
}

/** The farm takes its new part of an order up to a status. */
export async function takeUpTo(
  call: Call,
  { _id: orderId, parts: [part] }: ApiBody,
  last: 'on_its_way' | 'delivered',
): Promise<void> {
  const onItsWay = part.fulfilment === 'delivery' ? 'out_for_delivery' : 'ready_for_pickup';
  const steps = ['accepted', 'packed', onItsWay, ...(last === 'delivered' ? [last] : [])];
  for (const [at, status] of steps.entries())
    await call('farmer', 'PATCH', `/orders/${orderId}/parts/${part._id}`, {
      version: part.version + at,
      status,
    });
}
