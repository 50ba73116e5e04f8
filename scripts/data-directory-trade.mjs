/** Trades in a shop with demo data through its HTTP API; for `scripts/data-directory.mjs`. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';

const ADDRESS = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '1 Main St',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
const STEPS = ['accepted', 'packed', 'out_for_delivery', 'delivered'];
const CUSTOMERS = 12;
const FARMERS = 6;
/** Minimum stock of an ordered product, in smallest orderable amounts. */
const PLENTY = 40;

/** A demo user who calls the API; throws unless a call succeeds. */
class Person {
  constructor(api, token, user) {
    Object.assign(this, { api, token, user });
  }

  static async signIn(api, role, index = 0) {
    const body = JSON.stringify({ role, index });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${api}/demo/sign-in`, { method: 'POST', body, headers });
    const { token, user } = await answer.json();
    return new Person(api, token, user);
  }

  async call(method, path, body, type = 'application/json') {
    const answer = await fetch(this.api + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        'idempotency-key': randomUUID(),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}

/** Signs in demo users; returns them with the products they can buy. */
export async function openMarket(api) {
  const people = (role, count) =>
    Promise.all(Array.from({ length: count }, (_, at) => Person.signIn(api, role, at)));
  const customers = await people('customer', CUSTOMERS);
  const farmers = await people('farmer', FARMERS);
  const [admin] = await people('admin', 1);
  const { products } = await admin.call('GET', '/products?inStock=true&limit=48');
  const plenty = products.filter(({ available, minimum }) => available > PLENTY * minimum);
  return { customers, farmers, admin, products: plenty };
}

/** Orders the smallest amount of each product. */
export const order = (customer, products) =>
  customer.call('POST', '/orders', {
    items: products.map(({ _id, minimum }) => ({ productId: _id, quantity: minimum })),
    address: ADDRESS,
  });

/** Creates something of every kind; resolves with what a test looks up later. */
export async function trade({ customers, farmers, admin, products }) {
  const [first, second, third] = customers;
  const suspended = customers.at(-1);
  const placed = [];
  for (const [at, customer] of customers.entries())
    placed.push(await order(customer, products.slice(at, at + 3)));

  const farmerOf = (part) => farmers.find(({ user }) => user.farmId === part.farmId);
  const moveOn = async ({ _id, parts }, [part] = parts, steps = STEPS) => {
    let { version } = part;
    for (const status of steps) {
      const path = `/orders/${_id}/parts/${part._id}`;
      const moved = await farmerOf(part).call('PATCH', path, { status, version });
      ({ version } = moved.parts.find((one) => one._id === part._id));
    }
  };
  const [delivered, accepted, cancelled] = placed;
  await moveOn(delivered);
  await moveOn(accepted, undefined, STEPS.slice(0, 1));
  const [own] = cancelled.parts;
  const cancel = { status: 'cancelled', version: own.version };
  await third.call('POST', `/orders/${cancelled._id}/parts/${own._id}/changes`, cancel);

  const [line] = delivered.parts[0].lines;
  const words = { rating: 5, text: 'Sweet as ever.' };
  const receipt = { orderId: delivered._id, productId: line.productId };
  await until('the receipt', () => first.call('POST', '/reviews', { ...receipt, ...words }));

  const farmer = farmerOf(own);
  const { products: stall } = await farmer.call('GET', '/farms/mine/products?limit=5');
  const wanted = stall.find(({ status }) => status === 'live');
  for (const customer of [first, second])
    await customer.call('PUT', `/favourites/products/${wanted._id}`);
  const count = (counted) => (version) =>
    farmer.call('POST', `/products/${wanted._id}/stock`, {
      version,
      reason: 'correction',
      counted,
    });
  const { version } = await count(0)(wanted.version);
  await count(40)(version);

  const raw = { create: { width: 640, height: 480, channels: 3, background: '#7a3' } };
  const png = await sharp(raw).png().toBuffer();
  const { url: picture } = await farmer.call('POST', '/uploads/pictures', png, 'image/png');

  const cart = await second.call('PUT', `/cart/items/${products.at(-1)._id}`, {
    quantity: products.at(-1).minimum,
  });
  await second.call('POST', '/checkout/holds', { version: cart.version });

  const reason = 'Opened as a fixture.';
  await admin.call('PATCH', `/users/${suspended.user._id}/status`, { status: 'suspended', reason });
  customers.pop();
  return { suspended: suspended.user.email, delivered: delivered.code, picture };
}

async function until(what, act, tries = 100) {
  for (let left = tries; ; left--)
    try {
      return await act();
    } catch (error) {
      if (left === 0) throw new Error(`waited in vain for ${what}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}
