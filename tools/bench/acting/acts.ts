import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { PartStatus } from '#libs/contracts';
import { type Answer, request } from '../runner/caller.js';
import { PASSWORD, type Person } from '../scenarios/people.js';
import type { Cast } from './cast.js';
import type { Pool, WaitingOrder } from './pools.js';
import { basket, type Item } from './sides.js';

/** A request and its expected status. */
export interface ExpectedRequest {
  readonly bytes: Buffer;
  readonly status: number;
}
/** The requests of one act; each is answered before the next one is sent. */
export type Steps = Generator<ExpectedRequest, void, Answer>;

/** One user action. The product and the baseline serve the same routes, so both run the same acts. */
export interface Act {
  readonly name: string;
  readonly does: (cast: Cast, client: number) => Steps;
  /** Runs before each round for each client; not timed. */
  readonly prepare?: (cast: Cast, client: number) => Steps;
  /** The pool that the act consumes. */
  readonly uses?: (cast: Cast) => Pool<unknown>;
}

const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
const versionSchema = z.object({ version: z.number() });
const holdSchema = z.object({
  _id: z.string(),
  lines: z.array(z.object({ productId: z.string(), quantity: z.number() })),
});

interface Call {
  readonly as?: string | undefined;
  readonly body?: object;
  /** Whether to send a new `Idempotency-Key`. */
  readonly once?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}
function call(method: string, path: string, { as, body, once, headers, status = 200 }: Call) {
  const bytes = request(
    method,
    path,
    {
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(once && { 'idempotency-key': randomUUID() }),
      ...headers,
    },
    body && JSON.stringify(body),
  );
  return { bytes, status };
}

const customerOf = ({ customers }: Cast, client: number): Person => {
  const person = customers[client % customers.length];
  if (!person) throw new Error('there are no customers');
  return person;
};
const tokenOf = (cast: Cast, client: number) => cast.tokens.get(customerOf(cast, client)._id);
const versionIn = ({ body }: Answer) => versionSchema.parse(JSON.parse(body)).version;

/** A request by the client's customer. */
const asCustomer = (method: string, path: string) =>
  function* (cast: Cast, client: number): Steps {
    yield call(method, path, { as: tokenOf(cast, client) });
  };

/** Changes the quantity of an item in the cart; returns the cart's new version. */
function* changeCart(
  cast: Cast,
  client: number,
  { productId, quantity }: Item,
): Generator<ExpectedRequest, number, Answer> {
  const body = { quantity: quantity * (1 + (cast.turn(productId) % 2)) };
  const path = `/api/v1/cart/items/${productId}`;
  return versionIn(yield call('PUT', path, { as: tokenOf(cast, client), body }));
}

function* fillCart(cast: Cast, client: number): Steps {
  let version = 0;
  for (const item of basket(cast, client, 3)) version = yield* changeCart(cast, client, item);
  cast.versions.set(customerOf(cast, client)._id, version);
}

/** Begins a checkout, which replaces the customer's previous one and changes the version of the cart that shows it. */
function* beginCheckout(cast: Cast, client: number): Steps {
  const { _id } = customerOf(cast, client);
  const version = cast.versions.get(_id) ?? 0;
  const as = cast.tokens.get(_id);
  yield call('POST', '/api/v1/checkout/holds', { as, body: { version }, once: true, status: 201 });
  cast.versions.set(_id, version + 1);
}

const place = (lines: number, farms: number): Act => ({
  name: `place an order of ${lines} ${lines === 1 ? 'line' : 'lines'}, ${farms} ${farms === 1 ? 'farm' : 'farms'}`,
  *does(cast, client) {
    const body = { items: basket(cast, client, lines, farms), address: ADDRESS };
    const as = tokenOf(cast, client);
    yield call('POST', '/api/v1/orders', { as, body, once: true, status: 201 });
  },
});

const step = (
  name: string,
  status: PartStatus,
  by: 'farmer' | 'customer',
  pool: (cast: Cast) => Pool<WaitingOrder>,
): Act => ({
  name,
  uses: pool,
  *does(cast) {
    const { orderId, partId, customerId } = pool(cast).take();
    const as = cast.tokens.get(by === 'farmer' ? cast.farmer._id : customerId);
    const body = { status, version: 1 };
    yield call('PATCH', `/api/v1/orders/${orderId}/parts/${partId}`, { as, body });
  },
});

/** A product that no other client edits; taken from the end of the list, because orders take from the start. */
const ownProduct = ({ farms: [farm] }: Cast, client: number): string =>
  farm?.items.at(-1 - (client % farm.items.length))?.productId ?? '';

/** An act that changes a farmer's own product, with the last seen version. */
const ofProduct = (name: string, method: string, path: string, change: (n: number) => object) => ({
  name,
  *prepare(cast: Cast, client: number): Steps {
    const id = ownProduct(cast, client);
    cast.versions.set(id, versionIn(yield call('GET', `/api/v1/products/${id}`, {})));
  },
  *does(cast: Cast, client: number): Steps {
    const id = ownProduct(cast, client);
    const body = { version: cast.versions.get(id), ...change(cast.turn(id)) };
    const as = cast.tokens.get(cast.farmer._id);
    const answer = yield call(method, `/api/v1/products/${id}${path}`, { as, body });
    cast.versions.set(id, versionIn(answer));
  },
});

/** In the order of measurement. */
export const ACTS: readonly Act[] = [
  {
    name: 'sign in',
    *does(cast, client) {
      const { email } = customerOf(cast, client);
      const body = { email, password: PASSWORD };
      const headers = { origin: cast.origin };
      const { head } = yield call('POST', '/api/auth/sign-in/email', { body, headers });
      const cookie = [...head.matchAll(/\r\nset-cookie: ([^;\r]+)/gi)].map(([, pair]) => pair);
      yield call('GET', '/api/auth/token', { headers: { ...headers, cookie: cookie.join('; ') } });
    },
  },
  { name: 'who am I', does: asCustomer('GET', '/api/v1/users/me') },
  {
    name: 'page of a product',
    *does(cast, client) {
      const id = basket(cast, client + cast.turn('page'), 1)[0]?.productId;
      yield call('GET', `/api/v1/products/${id}`, {});
    },
  },
  { name: 'open the cart', prepare: fillCart, does: asCustomer('GET', '/api/v1/cart') },
  {
    name: 'change the cart',
    prepare: fillCart,
    *does(cast, client) {
      const items = basket(cast, client, 3);
      const item = items[cast.turn(`cart:${client}`) % items.length];
      if (item) yield* changeCart(cast, client, item);
    },
  },
  { name: 'begin checkout', prepare: fillCart, does: beginCheckout },
  place(1, 1),
  place(3, 1),
  place(3, 3),
  place(10, 1),
  place(10, 3),
  {
    name: 'three cart changes, checkout, order',
    *does(cast, client) {
      const as = tokenOf(cast, client);
      let version = 0;
      for (const item of basket(cast, client, 3)) version = yield* changeCart(cast, client, item);
      const begun = { as, body: { version }, once: true, status: 201 };
      const answer = yield call('POST', '/api/v1/checkout/holds', begun);
      const { _id: holdId, lines } = holdSchema.parse(JSON.parse(answer.body));
      const body = { items: lines, address: ADDRESS, holdId };
      yield call('POST', '/api/v1/orders', { as, body, once: true, status: 201 });
    },
  },
  step('accept', 'accepted', 'farmer', ({ pools }) => pools.placed),
  step('pack', 'packed', 'farmer', ({ pools }) => pools.accepted),
  step('deliver', 'delivered', 'farmer', ({ pools }) => pools.underWay),
  step('cancel', 'cancelled', 'customer', ({ pools }) => pools.placed),
  {
    name: 'review',
    uses: ({ pools }) => pools.receipts,
    *does({ pools, tokens }) {
      const { customerId, ...line } = pools.receipts.take();
      const body = { ...line, rating: 5, text: 'Sweet, and still with their tops on.' };
      yield call('POST', '/api/v1/reviews', { as: tokens.get(customerId), body });
    },
  },
  {
    name: 'favourite',
    *does(cast, client) {
      const id = basket(cast, client, 1)[0]?.productId;
      const method = cast.turn(`favourite:${client}`) % 2 === 0 ? 'PUT' : 'DELETE';
      const as = tokenOf(cast, client);
      yield call(method, `/api/v1/favourites/products/${id}`, { as });
    },
  },
  { name: 'read the inbox', does: asCustomer('GET', '/api/v1/inbox') },
  ofProduct('edit a product', 'PATCH', '', (n) => ({ description: `Pulled this morning: ${n}` })),
  ofProduct('harvest', 'POST', '/stock', () => ({ reason: 'harvest', change: 1 })),
];
