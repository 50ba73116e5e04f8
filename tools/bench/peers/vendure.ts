import * as z from 'zod';
import type { ExpectedRequest } from '../acting/acts.js';
import type { Answer } from '../runner/caller.js';
import { asking, json, nth, type Peer } from './flows.js';

const PAGE = 24;
const TOKEN = 'vendure-auth-token';
const LIST = `query ($skip: Int!) { search(input: { groupByProduct: true, take: ${PAGE}, skip: $skip }) {
  totalItems
  items { productId productName slug productAsset { preview }
    priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } } } }`;
const PRODUCT = `query ($id: ID!) { product(id: $id) {
  id name slug description assets { preview } variants { id name sku priceWithTax stockLevel } } }`;
const ORDER = `... on Order { id code state totalWithTax lines { id quantity linePriceWithTax productVariant { id name } } }
  ... on ErrorResult { errorCode message }`;
const ADD = `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ${ORDER} } }`;
const CUSTOMER = `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { ${ORDER} } }`;
const SHIP_TO = `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { ${ORDER} } }`;
const SHIP_BY = `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ${ORDER} } }`;
const TO_PAYMENT = `mutation { transitionOrderToState(state: "ArrangingPayment") { ${ORDER} } }`;
const PAY = `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) { ${ORDER} } }`;
const METHODS = 'query { eligibleShippingMethods { id } eligiblePaymentMethods { code } }';
const VARIANTS =
  'query { products(options: { take: 100 }) { items { id variants { id } } totalItems } }';

const productsSchema = z.object({
  products: z.object({
    items: z.array(z.object({ id: z.string(), variants: z.array(z.object({ id: z.string() })) })),
  }),
});
const methodsSchema = z.object({
  eligibleShippingMethods: z.array(z.object({ id: z.string() })).min(1),
  eligiblePaymentMethods: z.array(z.object({ code: z.string() })).min(1),
});

/** Vendure's response; errors also have status 200. */
const dataSchema = z.object({ data: z.unknown(), errors: z.undefined().optional() });

/** A Vendure with sample data whose `tokenMethod` includes `bearer`, as in projects of `@vendure/create`. */
export async function vendure(port: number, clients: number): Promise<Peer> {
  const ask = async (query: string, variables: object = {}, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await json(port, 'POST', '/shop-api', headers, { query, variables });
    return {
      data: dataSchema.parse(answer.body).data,
      token: answer.headers.get(TOKEN) ?? token ?? '',
    };
  };
  const { items } = productsSchema.parse((await ask(VARIANTS)).data).products;
  const variants = items.flatMap((product) => product.variants.slice(0, 1));
  const tokens: string[] = [];
  for (let n = 0; n < clients; n++)
    tokens.push((await ask(ADD, { id: nth(variants, n).id })).token);
  const known = await ask(METHODS, {}, tokens[0]);
  const methods = methodsSchema.parse(known.data);
  const [shipping, payment] = [
    methods.eligibleShippingMethods[0],
    methods.eligiblePaymentMethods[0],
  ];

  function* step(
    client: number,
    query: string,
    variables: object = {},
  ): Generator<ExpectedRequest, void, Answer> {
    const headers = { authorization: `Bearer ${nth(tokens, client)}` };
    const { body } = yield asking('POST', '/shop-api', headers, { query, variables });
    if (body.includes('"errors"') || body.includes('"errorCode"')) throw new Error(body);
  }
  let turn = 0;
  return {
    port,
    list: (client) => step(client, LIST, { skip: 0 }),
    page: (client) => step(client, PRODUCT, { id: nth(items, turn++).id }),
    *order(client) {
      for (let n = 0; n < 3; n++)
        yield* step(client, ADD, { id: nth(variants, client * 3 + n).id });
      const emailAddress = `client-${client}@bench.example`;
      yield* step(client, CUSTOMER, { input: { emailAddress, firstName: 'Bea', lastName: 'Ash' } });
      const address = { streetLine1: '12 Mill Lane', city: 'Hudson', postalCode: '12534' };
      yield* step(client, SHIP_TO, { input: { ...address, countryCode: 'US' } });
      yield* step(client, SHIP_BY, { id: [shipping?.id] });
      yield* step(client, TO_PAYMENT);
      yield* step(client, PAY, { input: { method: payment?.code, metadata: {} } });
    },
  };
}

const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }`;
const CREATE_VARIANT = `mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }`;
const LOGIN = `mutation ($name: String!, $word: String!) { login(username: $name, password: $word) { ... on ErrorResult { message } } }`;

/** Adds products with one variant each and more stock than any run can sell. */
export async function seedVendure(
  port: number,
  [name, word]: readonly [string, string],
  count: number,
): Promise<void> {
  const login = { query: LOGIN, variables: { name, word } };
  const { headers } = await json(port, 'POST', '/admin-api', {}, login);
  const authorization = `Bearer ${headers.get(TOKEN) ?? ''}`;
  const ask = async (query: string, input: object) => {
    const body = { query, variables: { input } };
    const answer = await json(port, 'POST', '/admin-api', { authorization }, body);
    return dataSchema.parse(answer.body).data;
  };
  for (let n = 0; n < count; n++) {
    const text = { languageCode: 'en', name: `Carrots ${n}` };
    const translation = { ...text, slug: `carrots-${n}`, description: 'Pulled this morning.' };
    const made = await ask(CREATE, { enabled: true, translations: [translation] });
    const { id } = z
      .object({ createProduct: z.object({ id: z.string() }) })
      .parse(made).createProduct;
    const stock = { sku: `C-${n}`, price: 325, stockOnHand: 1_000_000 };
    await ask(CREATE_VARIANT, [{ productId: id, ...stock, translations: [text] }]);
  }
}
