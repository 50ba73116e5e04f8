import * as z from 'zod';
import type { ExpectedRequest } from '../acting/acts.js';
import type { Answer } from '../runner/caller.js';
import { asking, json, nth, type Peer } from './flows.js';

const PAGE = 24;
const PRICES = '*variants.calculated_price';
const thing = z.object({ id: z.string() });
const regionsSchema = z.object({
  regions: z
    .array(z.object({ id: z.string(), countries: z.array(z.object({ iso_2: z.string() })) }))
    .min(1),
});
const productsSchema = z.object({
  products: z.array(z.object({ id: z.string(), variants: z.array(thing).min(1) })).min(1),
});
const cartSchema = z.object({ cart: thing });
const optionsSchema = z.object({ shipping_options: z.array(thing).min(1) });
const collectionSchema = z.object({ payment_collection: thing });

/** A seeded Medusa 2; `key` is the publishable key from its seed. */
export async function medusa(port: number, key: string): Promise<Peer> {
  const headers = { 'x-publishable-api-key': key };
  const get = async (path: string) => (await json(port, 'GET', path, headers)).body;
  const post = async (path: string, body: object) =>
    (await json(port, 'POST', path, headers, body)).body;
  const [region] = regionsSchema.parse(await get('/store/regions')).regions;
  const { products } = productsSchema.parse(
    await get(`/store/products?limit=100&region_id=${region?.id}`),
  );
  const variants = products.flatMap((product) => product.variants.slice(0, 1));
  const { cart } = cartSchema.parse(await post('/store/carts', { region_id: region?.id }));
  const line = { variant_id: nth(variants, 0).id, quantity: 1 };
  await post(`/store/carts/${cart.id}/line-items`, line);
  const options = optionsSchema.parse(await get(`/store/shipping-options?cart_id=${cart.id}`));
  const option = options.shipping_options[0]?.id;
  const address = {
    ...{ first_name: 'Bea', last_name: 'Ash', address_1: '12 Mill Lane', city: 'Hudson' },
    ...{ postal_code: '12534', country_code: region?.countries[0]?.iso_2 },
  };

  function* step(path: string, body: object = {}): Generator<ExpectedRequest, string, Answer> {
    return (yield asking('POST', path, headers, body)).body;
  }
  let turn = 0;
  return {
    port,
    *list() {
      const query = `limit=${PAGE}&region_id=${region?.id}&fields=${PRICES}`;
      yield asking('GET', `/store/products?${query}`, headers);
    },
    *page() {
      const { id } = nth(products, turn++);
      yield asking(
        'GET',
        `/store/products/${id}?region_id=${region?.id}&fields=${PRICES}`,
        headers,
      );
    },
    *order(client) {
      const begun = yield* step('/store/carts', { region_id: region?.id });
      const at = `/store/carts/${cartSchema.parse(JSON.parse(begun)).cart.id}`;
      for (let n = 0; n < 3; n++) {
        const variant_id = nth(variants, client * 3 + n).id;
        yield* step(`${at}/line-items`, { variant_id, quantity: 1 });
      }
      yield* step(at, { email: `client-${client}@bench.example`, shipping_address: address });
      yield* step(`${at}/shipping-methods`, { option_id: option });
      const cart_id = at.slice('/store/carts/'.length);
      const collected = yield* step('/store/payment-collections', { cart_id });
      const { payment_collection } = collectionSchema.parse(JSON.parse(collected));
      const sessions = `/store/payment-collections/${payment_collection.id}/payment-sessions`;
      yield* step(sessions, { provider_id: 'pp_system_default' });
      const done = yield* step(`${at}/complete`);
      if (!done.includes('"type":"order"')) throw new Error(done);
    },
  };
}

/** Adds products with one variant each; Medusa does not track their stock. */
export async function seedMedusa(
  port: number,
  [email, password]: readonly [string, string],
  count: number,
): Promise<void> {
  const signedIn = await json(port, 'POST', '/auth/user/emailpass', {}, { email, password });
  const { token } = z.object({ token: z.string() }).parse(signedIn.body);
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path: string) => (await json(port, 'GET', path, headers)).body;
  const lists = z.record(z.string(), z.unknown());
  const first = async (path: string, name: string) =>
    z
      .array(thing)
      .min(1)
      .parse(lists.parse(await get(path))[name])[0]?.id;
  const channel = await first('/admin/sales-channels', 'sales_channels');
  const profile = await first('/admin/shipping-profiles', 'shipping_profiles');
  const prices = ['eur', 'usd'].map((currency_code) => ({ currency_code, amount: 3.25 }));
  const variant = { title: 'One', options: { Size: 'One' }, manage_inventory: false, prices };
  for (let n = 0; n < count; n++)
    await json(port, 'POST', '/admin/products', headers, {
      title: `Carrots ${n}`,
      status: 'published',
      options: [{ title: 'Size', values: ['One'] }],
      variants: [variant],
      sales_channels: [{ id: channel }],
      shipping_profile_id: profile,
    });
}
