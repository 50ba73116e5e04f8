import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ChangePart, type OrderDto, type ProductDto, productDtoSchema } from '#libs/contracts';
import { applyChange } from '../../testing/fake-changes';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeConnection } from '../../testing/live';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const { emit } = fakeConnection();
const CHANGES = 'POST /api/v1/orders/:id/parts/:partId/changes';
let server: FakeServer;
let order: OrderDto;
/** What the first farm sells. */
let tomatoes: ProductDto;
let carrots: ProductDto;
let potatoes: ProductDto;

/** Half a pound of the first farm's potatoes and three pounds of another farm's apples, $9.50. */
beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  const find = (name: RegExp) => {
    const product = server.products.find((one) => name.test(one.name));
    if (!product) throw new Error(`nobody sells ${name.source}`);
    return product;
  };
  [tomatoes, carrots, potatoes] = [find(/Tomatoes/), find(/Rainbow/), find(/Sweet Potatoes/)];
  const items = [
    { productId: potatoes._id, quantity: 0.5 },
    { productId: find(/Apples/)._id, quantity: 3 },
  ];
  order = makeOrder(server, { items, address });
  server.orders.push(order);
});

/** The form of the first part. */
async function openForm() {
  renderApp(`/orders/${order._id}`, server);
  const farm = order.parts[0]?.farmName ?? '';
  await userEvent.click(
    await screen.findByRole('button', { name: `Change the part from ${farm}` }),
  );
  const form = within(await screen.findByRole('region', { name: `Change the part from ${farm}` }));
  await form.findByRole('button', { name: /^More of/ });
  return form;
}
type Form = Awaited<ReturnType<typeof openForm>>;
const more = (form: Form) => form.getByRole('button', { name: /^More of/ });
const save = (form: Form) => form.getByRole('button', { name: 'Save the changes' });
const amountOf = (form: Form, { name }: ProductDto) =>
  form.getByRole('textbox', { name: new RegExp(name) });
async function add(form: Form, { name }: ProductDto) {
  await userEvent.click(form.getByText(/^\+ Add more from/));
  await userEvent.click(form.getByRole('button', { name: `Add ${name}` }));
}
const changesSent = () => server.calls.filter((call) => call.endsWith('/changes')).length;

/** What the farm does with a product while the form is open. */
function setProduct(before: ProductDto, to: Partial<ProductDto>): void {
  const version = before.version + 1;
  const product = { ...before, ...to, version, detailsVersion: version };
  server.products[server.products.indexOf(before)] = product;
  emit('product.changed', version, { product: productDtoSchema.parse(product), public: true });
}

test('one tap saves a raised amount and an added product as one change', async () => {
  const form = await openForm();
  await userEvent.click(more(form));
  await add(form, carrots);
  expect(form.getByText('Total')).toBeVisible();
  await userEvent.click(save(form));
  await screen.findByText('Your order is changed');
  const [part] = server.orders[0]?.parts ?? [];
  expect(part?.changes.map(({ kind }) => kind)).toEqual(['set', 'added']);
  const history = within(screen.getByRole('region', { name: 'What happened' }));
  expect(history.getByText('Changed')).toBeVisible();
  expect(changesSent()).toBe(1);
});

test('an amount that is refused stays, with the reason at its line', async () => {
  const { productId } = order.parts[0]?.lines[0] ?? {};
  server.on(CHANGES, () =>
    problem('PRODUCT_OUT_OF_STOCK', 409, { message: 'Only 1 is left', details: { productId } }),
  );
  const form = await openForm();
  await userEvent.click(more(form));
  await userEvent.click(save(form));
  expect(await form.findByText('Only 1 is left')).toBeVisible();
  expect(save(form)).not.toHaveAttribute('aria-disabled');
});

test('a price that the customer has not seen is shown, and sent only when it is confirmed', async () => {
  const bodies: ChangePart[] = [];
  server.on(CHANGES, ({ body }) => {
    bodies.push(body as ChangePart);
    server.products[server.products.indexOf(carrots)] = { ...carrots, price: 3.5, version: 2 };
    const line = { productId: carrots._id, name: carrots.name, from: carrots.price, to: 3.5 };
    return problem('PRICE_CHANGED', 409, { details: { lines: [line] } });
  });
  const form = await openForm();
  await userEvent.click(more(form));
  await add(form, carrots);
  await userEvent.click(form.getByRole('button', { name: 'More of Rainbow Carrots' }));
  await userEvent.click(save(form));
  expect(
    await form.findByText('Costs $3.50 now. Look at it before you send it again.'),
  ).toBeVisible();
  expect(await form.findByText(/^\$3\.50 /)).toBeVisible();
  expect(amountOf(form, carrots)).toHaveValue('2');
  expect(amountOf(form, potatoes)).toHaveValue('1');
  expect(bodies).toHaveLength(1);

  server.on(CHANGES, ({ body }) => {
    bodies.push(body as ChangePart);
    return problem('SERVICE_UNAVAILABLE', 503);
  });
  await userEvent.click(save(form));
  const prices = bodies.map(({ lines }) => lines?.map(({ price }) => price));
  expect(prices).toEqual([
    [potatoes.price, 3.25],
    [potatoes.price, 3.5],
  ]);
});

test('an amount below the minimum or beside the step is corrected, and says so', async () => {
  Object.assign(tomatoes, { minimum: 2 });
  const form = await openForm();
  await add(form, tomatoes);
  const amount = amountOf(form, tomatoes);
  expect(amount).toHaveValue('2');
  await userEvent.clear(amount);
  await userEvent.type(amount, '1{Enter}');
  expect(form.getByText('At least 2 lb')).toBeVisible();
  expect(amount).toHaveValue('2');
  await userEvent.clear(amount);
  await userEvent.type(amount, '3.2{Enter}');
  expect(form.getByText('Sold in steps of 0.5 lb')).toBeVisible();
  await userEvent.click(save(form));
  await screen.findByText('Your order is changed');
  const line = server.orders[0]?.parts[0]?.lines.find((one) => one.productId === tomatoes._id);
  expect(line?.quantity).toBe(3);
});

test.each([
  ['its minimum rises', { minimum: 2 }, 'At least 2 bunches'],
  ['its step grows', { step: 3 }, 'Sold in steps of 3 bunches'],
  ['it sells out', { available: 0, stock: 'sold_out' }, 'It is sold out now'],
  [
    'its farm goes on holiday',
    { holidayUntil: '2099-01-01T00:00:00.000Z' },
    'It is not on sale any more',
  ],
  ['it is taken off sale', { status: 'paused' }, 'It is not on sale any more'],
] as const)('an added product stays as entered and cannot be sent when %s', async (_, to, why) => {
  const form = await openForm();
  await userEvent.click(more(form));
  await add(form, carrots);
  setProduct(carrots, to);
  expect(await form.findByText(why)).toBeVisible();
  expect(form.getByText('This cannot be had as you entered it: Rainbow Carrots')).toBeVisible();
  expect(amountOf(form, carrots)).toHaveValue('1');
  expect(amountOf(form, potatoes)).toHaveValue('1');
  await userEvent.click(save(form));
  expect(changesSent()).toBe(0);

  // the rest can be saved without it
  const amount = amountOf(form, carrots);
  await userEvent.clear(amount);
  await userEvent.type(amount, '0{Enter}');
  expect(form.queryByText(why)).toBeNull();
  await userEvent.click(save(form));
  await screen.findByText('Your order is changed');
  const [part] = server.orders[0]?.parts ?? [];
  expect(part?.lines.map(({ quantity }) => quantity)).toEqual([1]);
});

test('what a change itself takes of the stock is no reason against it', async () => {
  const form = await openForm();
  await add(form, carrots);
  const release = server.holdWrites();
  await userEvent.click(save(form));
  setProduct(carrots, { available: 0, stock: 'sold_out' });
  expect(await form.findByText(/0 bunches left/)).toBeVisible();
  expect(form.queryByText('It is sold out now')).toBeNull();
  release();
  await screen.findByText('Your order is changed');
});

test('a raised amount stays as entered when its product is taken off sale, and can be taken back', async () => {
  const form = await openForm();
  await userEvent.click(more(form));
  setProduct(potatoes, { status: 'paused' });
  expect(await form.findByText('It is not on sale any more')).toBeVisible();
  expect(form.getByText('1 lb')).toBeVisible();
  await userEvent.click(save(form));
  expect(changesSent()).toBe(0);
  await userEvent.click(
    form.getByRole('button', { name: 'Keep 0.5 lb of Covington Sweet Potatoes' }),
  );
  expect(form.queryByText('It is not on sale any more')).toBeNull();
  expect(form.getByText('Change an amount, or add something.')).toBeVisible();
});

test('leaving the page with something entered asks first, and else does not', async () => {
  const form = await openForm();
  const farm = order.parts[0]?.farmName ?? '';
  const leave = () =>
    userEvent.click(
      within(screen.getByRole('region', { name: farm })).getByRole('link', { name: farm }),
    );
  await userEvent.click(more(form));
  await leave();
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(amountOf(form, potatoes)).toHaveValue('1');
  // what is as it was is not unsaved
  await userEvent.click(form.getByRole('button', { name: /^Less of/ }));
  await leave();
  expect(await screen.findByRole('heading', { level: 1, name: farm })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after a conflict both states stand side by side, and what was entered is kept', async () => {
  const form = await openForm();
  await userEvent.click(more(form));
  const [part] = order.parts;
  const [line] = part?.lines ?? [];
  if (!part || !line) throw new Error('the part has a line');
  const farm = { role: 'farmer', name: part.farmName } as const;
  const change = {
    lines: [{ productId: line.productId, quantity: 0.25 }],
    declineReason: 'quality',
  } as const;
  server.orders[0] = applyChange(order, part._id, { ...change, lines: [...change.lines] }, farm);
  await userEvent.click(save(form));
  expect(await form.findByText('This order changed while you were editing')).toBeVisible();
  expect(form.getByRole('row', { name: /0\.25 lb 1 lb/ })).toBeVisible();
  expect(save(form)).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(form.getByRole('button', { name: 'Keep what I entered' }));
  await userEvent.click(save(form));
  await screen.findByText('Your order is changed');
});

test('what was entered stays when the farm packs meanwhile', async () => {
  const form = await openForm();
  await userEvent.click(more(form));
  server.orders[0] = {
    ...order,
    version: 2,
    parts: order.parts.map((part, at) =>
      at === 0 ? { ...part, status: 'packed', version: 2 } : part,
    ),
  };
  await userEvent.click(save(form));
  expect(await form.findByText('The farm has packed it meanwhile')).toBeVisible();
  expect(form.getByRole('row', { name: /0\.5 lb 1 lb/ })).toBeVisible();
  expect(save(form)).toHaveAttribute('aria-disabled', 'true');
});

test('offline nothing is sent, and what was entered is kept', async () => {
  const form = await openForm();
  await userEvent.click(more(form));
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(form.getByText(/^You are offline/)).toBeVisible();
  await userEvent.click(save(form));
  expect(changesSent()).toBe(0);
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await userEvent.click(save(form));
  await screen.findByText('Your order is changed');
});

/** Two farms deliver goods for $35, the dearer ones from the first, and nothing is charged for it. */
function deliveredForNothing(): void {
  const items = [
    { productId: tomatoes._id, quantity: 6 },
    { productId: server.products.find(({ name }) => /Honey/.test(name))?._id ?? '', quantity: 1 },
  ];
  order = makeOrder(server, { items, address });
  order.parts = order.parts.map((part) => ({ ...part, fulfilment: 'delivery' }));
  Object.assign(order, { deliveryFee: 0, totalPrice: order.goodsTotal });
  server.orders.splice(0, 1, order);
}

test('before a part is cancelled, the dialog says what becomes of the delivery fee', async () => {
  deliveredForNothing();
  renderApp(`/orders/${order._id}`, server);
  const [cancel] = await screen.findAllByRole('button', { name: /^Cancel this part/ });
  if (!cancel) throw new Error('a part can be cancelled');
  await userEvent.click(cancel);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('What changes')).toHaveTextContent(/before Freeafter \$4\.99/);
  expect(dialog.getByText('You fall below $30: delivery $4.99')).toBeVisible();
});

test('before the whole order is cancelled, the dialog says that no fee is left', async () => {
  deliveredForNothing();
  Object.assign(order, { deliveryFee: 4.99, totalPrice: order.goodsTotal + 4.99 });
  renderApp(`/orders/${order._id}`, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the whole order' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Nothing is delivered any more: no delivery fee')).toBeVisible();
  expect(dialog.getByLabelText('What changes')).toHaveTextContent(/before \$42\.99after \$0\.00/);
});
