import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type OwnProductDto, productChangeSchema, productCountsSchema } from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer } from '../../testing/fake-server';
import { fakeConnection } from '../../testing/live';
import { renderApp } from '../../testing/render';

const { emit } = fakeConnection();

const path = '/dashboard/farmer/products';
let server: FakeServer;
/** The bodies of mutation requests. */
let sent: unknown[];

beforeEach(() => {
  sent = [];
  server = new FakeServer();
  server.signInAs('farmer');
  const handle = server.handle.bind(server);
  server.handle = (call) => {
    if (call.method === 'PATCH' || call.path.endsWith('/stock')) sent.push(call.body);
    return handle(call);
  };
});

const row = (name: string | RegExp) => screen.findByRole('row', { name });
const tomatoes = () => row(/Brandywine Tomatoes/);
const product = (name: string): OwnProductDto => {
  const found = server.stall.products.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name} on the stall`);
  return found;
};
function put(next: OwnProductDto): OwnProductDto {
  server.stall.products = server.stall.products.map((one) => (one._id === next._id ? next : one));
  return next;
}
const changeOf = (product: OwnProductDto) =>
  productChangeSchema.parse({ ...product, productId: product._id, public: true });
const countsOf = (product: OwnProductDto) =>
  productCountsSchema.parse({ ...product, productId: product._id });

/** Customers buy until `onHand` is left: changes the server's product and emits its events. */
function sell(name: string, onHand: number): void {
  const before = product(name);
  const after = put({ ...before, onHand, available: onHand, version: before.version + 1 });
  emit('product.stock-changed', after.version, {
    change: changeOf(after),
    before: changeOf(before),
  });
  emit('product.counted', after.version, { counts: countsOf(after) });
}

test('a price is edited in place, also after a sale meanwhile', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit price/ }));
  const price = screen.getByRole('textbox', { name: /^Price of Brandywine/ });
  await user.clear(price);
  await user.type(price, '0');
  await user.keyboard('{Enter}');
  expect(screen.getByText(/A price over/)).toBeVisible();
  sell('Brandywine Tomatoes', 11.5);
  await screen.findByText(/it is 11.5 lb now/);
  await user.clear(price);
  await user.type(price, '4,75{Enter}');
  expect(price).toHaveAccessibleDescription(/^Did you mean 4.75 or 475\?/);
  expect(sent).toEqual([]);
  await user.clear(price);
  await user.type(price, '$4.75{Enter}');
  await waitFor(() => expect(sent).toEqual([{ version: 2, price: 4.75 }]));
  expect(await within(await tomatoes()).findByText('$4.75')).toBeVisible();
});

test('a count is refused after a sale, and the next one is based on the current stock', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit price/ }));
  const onHand = screen.getByRole('textbox', { name: /Brandywine Tomatoes on hand/ });
  await user.clear(onHand);
  await user.type(onHand, '20');
  sell('Brandywine Tomatoes', 15);
  await screen.findByText(/it is 15 lb now/);
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  expect(await screen.findByText('Brandywine Tomatoes was not saved')).toBeVisible();
  expect(onHand).toHaveValue('20');
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ version: 2, onHand: 20, reason: 'Counted again' });
  expect(await within(await tomatoes()).findByText('20 lb')).toBeVisible();
});

test('a price that another tab has changed is not written over before it was shown', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit price/ }));
  const price = screen.getByRole('textbox', { name: /^Price of/ });
  await user.clear(price);
  await user.type(price, '4.25');
  // changed on the server, without an event yet
  put({ ...product('Brandywine Tomatoes'), price: 6.5, version: 2 });
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  expect(await screen.findByText(/changed elsewhere: it is \$6.50 now/)).toBeVisible();
  expect(price).toHaveValue('4.25');
  expect(product('Brandywine Tomatoes').price).toBe(6.5);
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  await waitFor(() => expect(product('Brandywine Tomatoes').price).toBe(4.25));
});

test('a price is saved at the first try when only the stock has changed on the server', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit price/ }));
  const price = screen.getByRole('textbox', { name: /^Price of/ });
  await user.clear(price);
  await user.type(price, '4.25');
  put({ ...product('Brandywine Tomatoes'), onHand: 3, available: 3, version: 4 });
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  expect(await screen.findByText('Brandywine Tomatoes saved')).toBeVisible();
  expect(product('Brandywine Tomatoes')).toMatchObject({ price: 4.25, onHand: 3 });
});

test('a count that the server refuses stays typed, beside the stock of now', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit price/ }));
  const onHand = screen.getByRole('textbox', { name: /Brandywine Tomatoes on hand/ });
  await user.clear(onHand);
  await user.type(onHand, '20');
  put({ ...product('Brandywine Tomatoes'), onHand: 7, available: 7, price: 5, version: 3 });
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  expect(await screen.findByText(/it is 7 lb now/)).toBeVisible();
  expect(onHand).toHaveValue('20');
  // a price that was not edited here is updated
  expect(screen.getByRole('textbox', { name: /^Price of/ })).toHaveValue('5.00');
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({ version: 3, onHand: 20, reason: 'Counted again' }),
  );
});

test('no more can be written off than there is', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^More for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Harvest, write-off, count' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'Write off' }));
  await user.type(within(dialog).getByLabelText('How much goes'), '491');
  expect(within(dialog).queryByText(/-473/)).toBeNull();
  expect(within(dialog).getByText(/There is only 18 lb/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Change the stock' }));
  await within(dialog).findByText('One field needs your attention');
  expect(sent).toEqual([]);
});

test('Escape cancels the editing of a row', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit price/ }));
  await user.type(screen.getByRole('textbox', { name: /^Price of/ }), '9{Escape}');
  expect(within(await tomatoes()).getByText('$4.50')).toBeVisible();
  expect(sent).toEqual([]);
});

test('search and state are search parameters, and the server filters by them', async () => {
  const user = userEvent.setup();
  put({ ...product('Rainbow Carrots'), status: 'paused' });
  const { router } = renderApp(`${path}?status=paused`, server);
  await row(/Rainbow Carrots/);
  expect(screen.queryByRole('row', { name: /Brandywine/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText('State'), 'Every state');
  await tomatoes();
  await user.type(screen.getByLabelText('Search your products'), 'kale');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Brandywine/ })).toBeNull());
  await row(/Lacinato Kale/);
  await waitFor(() => expect(router.state.location.search).toBe('?q=kale'));
  await user.clear(screen.getByLabelText('Search your products'));
  await user.type(screen.getByLabelText('Search your products'), 'nothing of ours');
  await user.click(await screen.findByRole('button', { name: 'Show all products' }));
  await tomatoes();
});

test('the steps of a product depend on its status, and archiving asks for confirmation', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Pause:/ }));
  const again = await within(await tomatoes()).findByRole('button', { name: /^Sell again:/ });
  expect(sent).toEqual([{ version: 1, status: 'paused' }]);
  await user.click(again);
  await within(await tomatoes()).findByRole('button', { name: /^Pause:/ });
  await user.click(within(await tomatoes()).getByRole('button', { name: /^More for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Archive' }));
  await user.click(await screen.findByRole('button', { name: /^Restore as a draft:/ }));
  await within(await tomatoes()).findByRole('button', { name: /^Publish:/ });
});

test('a copy opens in the editor', async () => {
  const user = userEvent.setup();
  const { router } = renderApp(path, server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^More for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  expect(await screen.findByDisplayValue('Brandywine Tomatoes (copy)')).toBeVisible();
  expect(router.state.location.pathname).toMatch(/\/products\/c0+/);
});

test('a product that an admin takes down shows the reason live, with a button to ask again', async () => {
  renderApp(path, server);
  await tomatoes();
  await barIsComplete(server);
  const calls = server.calls.length;
  const before = product('Brandywine Tomatoes');
  const after = put({ ...before, status: 'paused', moderation: 'Mouldy', version: 2 });
  emit('product.stock-changed', 2, { change: changeOf(after), before: changeOf(before) });
  emit('product.counted', 2, { counts: countsOf(after) });
  emit('product.status-changed', 2, { product: after, from: 'live' });
  const { _id: productId, farmId, name } = after;
  emit('product.moderated', 2, {
    productId,
    farmId,
    name,
    decision: 'taken-down',
    reason: 'Mouldy',
  });
  expect(await within(await tomatoes()).findByText('Mouldy')).toBeVisible();
  expect(within(await tomatoes()).getByText('Paused')).toBeVisible();
  expect(
    within(await tomatoes()).getByRole('button', { name: /^Ask to sell again/ }),
  ).toBeVisible();
  expect(server.calls.slice(calls)).toEqual([]);
});

test('a product is added to the list of its new status without a request', async () => {
  renderApp(`${path}?status=paused`, server);
  await screen.findByText('No product of yours fits this search.');
  const before = product('Rainbow Carrots');
  const after = put({ ...before, status: 'paused', version: 2 });
  emit('product.status-changed', 2, { product: after, from: 'live' });
  await row(/Rainbow Carrots/);
  expect(screen.getByText('1 product')).toBeVisible();
});

test('a harvest is added to the current stock after a sale; a count has to be confirmed', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  const open = async () => {
    await user.click(within(await tomatoes()).getByRole('button', { name: /^More for/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Harvest, write-off, count' }));
    return screen.findByRole('dialog');
  };
  let dialog = await open();
  const amount = within(dialog).getByLabelText('How much came in');
  for (const more of [10, 5, 1])
    await user.click(within(dialog).getByRole('button', { name: `Add ${more}` }));
  expect(amount).toHaveValue('16');
  await user.clear(amount);
  await user.type(amount, '2,5');
  await user.click(within(dialog).getByRole('button', { name: 'Change the stock' }));
  expect(amount).toHaveAccessibleDescription(/Did you mean 2.5 or 25\?/);
  await user.clear(amount);
  await user.type(amount, '1,500');
  expect(within(dialog).getByText('18 lb → 1,518 lb on hand')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '2.5 lb');
  expect(within(dialog).getByText('18 lb → 20.5 lb on hand')).toBeVisible();
  // sold on the server, without an event yet
  put({ ...product('Brandywine Tomatoes'), onHand: 10, available: 10, version: 5 });
  await user.click(within(dialog).getByRole('button', { name: 'Change the stock' }));
  expect(await within(await tomatoes()).findByText('12.5 lb')).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ version: 5, reason: 'harvest', change: 2.5 });

  dialog = await open();
  await user.click(within(dialog).getByRole('radio', { name: 'Count' }));
  await user.type(within(dialog).getByLabelText('How much there is'), '11');
  put({ ...product('Brandywine Tomatoes'), onHand: 9, available: 9, version: 9 });
  await user.click(within(dialog).getByRole('button', { name: 'Change the stock' }));
  expect(await within(dialog).findByText(/it is 9 lb now/)).toBeVisible();
  expect(within(dialog).getByLabelText('How much there is')).toHaveValue('11');
  await user.click(within(dialog).getByRole('button', { name: 'Change the stock' }));
  expect(await within(await tomatoes()).findByText('11 lb')).toBeVisible();
  expect(sent.at(-1)).toEqual({ version: 9, reason: 'correction', counted: 11 });
});

test('the stock history lists changes and shows when there is a newer one', async () => {
  const user = userEvent.setup();
  const { _id } = product('Brandywine Tomatoes');
  const entry = { at: '2026-11-20T08:00:00.000Z', heldChange: 0, lot: null, orderId: null };
  server.stall.entries = [
    { ...entry, _id: 'b'.padEnd(24, '0'), reason: 'write-off', change: -2, note: 'Split skins' },
  ];
  renderApp(`${path}/${_id}/stock`, server);
  const spoiled = await row(/Write-off/);
  expect(within(spoiled).getByText('−2 lb')).toBeVisible();
  expect(within(spoiled).getByText('Split skins')).toBeVisible();
  server.stall.entries.unshift({
    ...entry,
    _id: 'b'.padEnd(24, '1'),
    reason: 'sale',
    change: -3,
    note: null,
  });
  sell('Brandywine Tomatoes', 15);
  expect(screen.queryByRole('row', { name: /^Sale/ })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'The stock has changed – show' }));
  expect(within(await row(/^Sale/)).getByText('−3 lb')).toBeVisible();
});

test('a product of another farm is not found', async () => {
  const foreign = server.products.find(({ farmId }) => farmId !== server.user?.farmId);
  renderApp(`${path}/${foreign?._id}`, server);
  expect(await screen.findByText('This is not a product of your farm.')).toBeVisible();
});

test('on a phone each product is a short row with one button, and the rest is in its menu', async () => {
  const user = userEvent.setup();
  const ofScreen = window.matchMedia;
  window.matchMedia = (query) => ({ ...ofScreen(query), matches: query === '(width < 30rem)' });
  try {
    renderApp(path, server);
    const heading = await screen.findByRole('heading', { name: 'Brandywine Tomatoes' });
    expect(screen.queryByRole('table')).toBeNull();
    const short = within(heading.closest('li') as HTMLElement);
    expect(short.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Harvest of Brandywine Tomatoes',
      'More for Brandywine Tomatoes',
    ]);
    await user.click(short.getByRole('button', { name: 'More for Brandywine Tomatoes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const price = short.getByRole('textbox', { name: /^Price of Brandywine/ });
    await user.clear(price);
    await user.type(price, '4.75{Enter}');
    await waitFor(() => expect(sent).toEqual([{ version: 1, price: 4.75 }]));
    await user.click(await short.findByRole('button', { name: 'More for Brandywine Tomatoes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
    expect(await short.findByRole('button', { name: /^Sell again/ })).toBeVisible();
  } finally {
    window.matchMedia = ofScreen;
  }
});
