import { randomUUID } from 'node:crypto';
import { type Db, ObjectId } from 'mongodb';
import * as z from 'zod';
import {
  deliveryFee,
  lineTotal,
  orderDtoSchema,
  type PartStatus,
  toCents,
  toDollars,
  toThousandths,
} from '#libs/contracts';
import type { Company } from '../company.js';
import { type Choice, closeDays, openDays } from '../days.js';
import { type Act, repeat, type Send, timesOf } from '../load.js';
import { basket, type Cast, type Item, PASSWORD, type Person, renew } from '../people.js';
import { cpuOf } from '../stage.js';
import type { Row } from '../table.js';

const CLIENTS = 8;
const ON_A_DAY = 'place an order of 1 line on a day';
export const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
const versionSchema = z.object({ version: z.number() });
const lineSchema = z.object({ price: z.number(), quantity: z.number() });
const holdSchema = z.object({
  _id: z.string(),
  version: z.number(),
  lines: z.array(lineSchema).default([]),
});
/** The steps of a farm from an order to its hand-over. */
const STEPS: readonly PartStatus[] = ['accepted', 'packed', 'out_for_delivery', 'delivered'];

const once = () => ({ 'idempotency-key': randomUUID() });

/** Places an order of so many lines of so many farms. */
export const placeOrder =
  (cast: Cast, lines: number, farms = 1): Act =>
  (send, client) =>
    send('POST', '/api/v1/orders', {
      token: customerOf(cast, client).token,
      body: { items: basket(cast, client, lines, farms), address: ADDRESS },
      headers: once(),
      status: 201,
    });

/** Places an order of one line that names a slot; its farms have days from the first on. */
const placeOrderOnDay = (db: Db, cast: Cast): Act => {
  let choices: Promise<Map<string, Choice>> | null = null;
  return async (send, client) => {
    choices ??= openDays(db, cast);
    const farm = cast.farms[client % cast.farms.length]?._id.toString() ?? '';
    const farms = (await choices).get(farm);
    await send('POST', '/api/v1/orders', {
      token: customerOf(cast, client).token,
      body: { items: basket(cast, client, 1), address: ADDRESS, farms },
      headers: once(),
      status: 201,
    });
  };
};

/** A checkout of one line, its order and all steps to the hand-over, at the farm of the cast's farmer. */
const wholeOrder =
  (cast: Cast, payment: 'card' | 'cash'): Act =>
  async (send, client) => {
    const { token } = customerOf(cast, client);
    const goods = cast.farms[0]?.items ?? [];
    const item = goods[client % goods.length] as Item;
    const { body: cart } = await send('PUT', `/api/v1/cart/items/${item.productId}`, {
      token,
      body: { quantity: item.quantity },
    });
    const post = async (path: string, body: object) =>
      (await send('POST', `/api/v1${path}`, { token, body, headers: once(), status: 201 })).body;
    const { version } = versionSchema.parse(JSON.parse(cart));
    const hold = holdSchema.parse(JSON.parse(await post('/checkout/holds', { version })));
    const order = { items: [item], address: ADDRESS, holdId: hold._id };
    const byCard = { ...order, payment: 'card' };
    if (payment === 'card') {
      const card = { kind: 'new', tokens: ['success'], save: false };
      await post('/checkout/payments', { order: byCard, card, total: totalOf(hold.lines) });
    }
    const placed = await post('/orders', payment === 'card' ? byCard : order);
    const { _id, parts } = orderDtoSchema.parse(JSON.parse(placed));
    let [part] = parts;
    for (const status of STEPS) {
      const { body } = await send('PATCH', `/api/v1/orders/${_id}/parts/${part?._id}`, {
        token: cast.farmer.token,
        body: { status, version: part?.version },
      });
      [part] = orderDtoSchema.parse(JSON.parse(body)).parts;
    }
  };

/** In dollars, with the delivery. */
function totalOf(lines: readonly z.infer<typeof lineSchema>[]): number {
  const goods = lines.reduce(
    (sum, { price, quantity }) => sum + lineTotal(toCents(price), toThousandths(quantity)),
    0,
  );
  return toDollars(goods + deliveryFee(goods, true));
}

function customerOf({ customers }: Cast, client: number): Person {
  const person = customers[client % customers.length];
  if (!person) throw new Error('there are no customers');
  return person;
}

/** What people do. Each act is measured with one client, then with eight. */
export async function acting(
  company: Company,
  seconds: number,
  wants: (name: string) => boolean,
): Promise<Row[]> {
  const { api, backlog, cast, db, programs } = company;
  const rows: Row[] = [];
  for (const [scenario, act] of Object.entries(await actsOf(company))) {
    if (!wants(scenario)) continue;
    await renew(api.port, cast);
    const { took } = await repeat(api.port, act, 1, seconds);
    await backlog.settle();
    const before = await cpuOf(programs);
    const many = await repeat(api.port, act, CLIENTS, seconds);
    await backlog.settle();
    const after = await cpuOf(programs);
    const cpuMs = programs.map(({ name }, at) => [
      name,
      ((after[at] ?? 0) - (before[at] ?? 0)) / many.took.length,
    ]);
    const { perSecond } = many;
    rows.push({ scenario, perSecond, ...timesOf(took), cpuMs: Object.fromEntries(cpuMs) });
    if (scenario === ON_A_DAY) await closeDays(db);
  }
  return rows;
}

async function actsOf({ db, cast, api }: Company): Promise<Record<string, Act>> {
  const as = (client: number) => ({ token: customerOf(cast, client).token });
  const item = (client: number) => basket(cast, client, 1)[0] as Item;
  const changeCart = async (send: Send, client: number, { productId, quantity }: Item, n = 0) => {
    const body = { quantity: quantity * (1 + (n % 2)) };
    const path = `/api/v1/cart/items/${productId}`;
    const { body: cart } = await send('PUT', path, { ...as(client), body });
    return versionSchema.parse(JSON.parse(cart)).version;
  };
  const waiting = await waitingOrders({ db, cast, api });
  const step = (from: PartStatus, status: PartStatus, by: 'farmer' | 'customer'): Act => {
    const take = waiting(from);
    return async (send) => {
      const { orderId, partId, token } = await take();
      const path = `/api/v1/orders/${orderId}/parts/${partId}`;
      const body = { status, version: 1 };
      if (by === 'farmer') await send('PATCH', path, { token: cast.farmer.token, body });
      else await send('POST', `${path}/changes`, { token, body, headers: once() });
    };
  };
  return {
    'sign in': async (send, client) => {
      const { email } = customerOf(cast, client);
      const headers = { origin: cast.origin };
      const body = { email, password: PASSWORD };
      const { cookie } = await send('POST', '/api/auth/sign-in/email', { body, headers });
      await send('GET', '/api/auth/token', { headers: { ...headers, cookie } });
    },
    'who am I': (send, client) => send('GET', '/api/v1/users/me', as(client)),
    'open the cart': (send, client) => send('GET', '/api/v1/cart', as(client)),
    'change the cart': (send, client, n) => changeCart(send, client, item(client), n),
    'place an order of 1 line': placeOrder(cast, 1),
    [ON_A_DAY]: placeOrderOnDay(db, cast),
    'place an order of 3 lines, 3 farms': placeOrder(cast, 3, 3),
    'three cart changes, checkout, order': async (send, client) => {
      const items = basket(cast, client, 3);
      let version = 0;
      for (const one of items) version = await changeCart(send, client, one);
      const hold = await send('POST', '/api/v1/checkout/holds', {
        ...as(client),
        body: { version },
        headers: once(),
        status: 201,
      });
      const { _id: holdId } = holdSchema.parse(JSON.parse(hold.body));
      await send('POST', '/api/v1/orders', {
        ...as(client),
        body: { items, address: ADDRESS, holdId },
        headers: once(),
        status: 201,
      });
    },
    'an order to its hand-over, in cash': wholeOrder(cast, 'cash'),
    'an order to its hand-over, by card': wholeOrder(cast, 'card'),
    accept: step('placed', 'accepted', 'farmer'),
    pack: step('accepted', 'packed', 'farmer'),
    deliver: step('out_for_delivery', 'delivered', 'farmer'),
    cancel: step('placed', 'cancelled', 'customer'),
    favourite: (send, client, n) => {
      const path = `/api/v1/favourites/products/${item(client).productId}`;
      return send(n % 2 === 0 ? 'PUT' : 'DELETE', path, as(client));
    },
    'read the inbox': (send, client) => send('GET', '/api/v1/inbox', as(client)),
    harvest: async (send, client) => {
      const [farm] = cast.farms;
      const id = farm?.items.at(-1 - (client % farm.items.length))?.productId;
      const { body } = await send('GET', `/api/v1/products/${id}`);
      const { version } = versionSchema.parse(JSON.parse(body));
      await send('POST', `/api/v1/products/${id}/stock`, {
        token: cast.farmer.token,
        body: { version, reason: 'harvest', change: 1 },
      });
    },
  };
}

/** Orders whose part waits for a step: copies of a placed one, written in advance, each taken once. */
async function waitingOrders({ db, cast, api }: Pick<Company, 'db' | 'cast' | 'api'>) {
  const [farm] = cast.farms;
  const answer = await fetch(`http://127.0.0.1:${api.port}/api/v1/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${cast.customers[0]?.token}`,
      ...once(),
    },
    body: JSON.stringify({ items: farm?.items.slice(0, 1), address: ADDRESS }),
  });
  const placed = orderDtoSchema.parse(await answer.json());
  const orders = db.collection('orders');
  const model = await orders.findOne({ _id: new ObjectId(placed._id) });
  if (!model) throw new Error('there is no order to copy');
  const [part] = model.parts as Record<string, unknown>[];
  const BATCH = 500;
  return (status: PartStatus) => {
    let ready: { orderId: string; partId: string; token: string }[] = [];
    let writing: Promise<void> | null = null;
    const write = async () => {
      const copies = Array.from({ length: BATCH }, (_, n) => {
        const _id = new ObjectId();
        const customer = customerOf(cast, n);
        return {
          copy: {
            ...model,
            _id,
            code: `FG-${_id.toHexString()}`,
            customer: { _id: new ObjectId(customer._id), name: 'Bea' },
            parts: [{ ...part, _id: new ObjectId(), status }],
          },
          customer,
        };
      });
      await orders.insertMany(copies.map(({ copy }) => copy));
      ready = copies.map(({ copy, customer }) => ({
        orderId: copy._id.toString(),
        partId: copy.parts[0]?._id.toString() ?? '',
        token: customer.token,
      }));
      writing = null;
    };
    return async () => {
      for (;;) {
        const next = ready.pop();
        if (next) return next;
        writing ??= write();
        await writing;
      }
    };
  };
}
