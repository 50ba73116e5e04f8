import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type ChangePart,
  changePartSchema,
  type OrderDto,
  orderDtoSchema,
  pickListSchema,
} from '#libs/contracts';
import { FakeServer, ok, problem } from '../../../testing/fake-server';
import {
  carrots,
  change,
  changeLive,
  findTicket,
  frances,
  kale,
  linesOf,
  only,
  place,
  tomatoes,
} from '../../../testing/farm-orders';
import { fakeId } from '../../../testing/fixtures';
import { fakeConnection } from '../../../testing/live';
import { address } from '../../../testing/order-fixtures';
import { renderApp } from '../../../testing/render';

const connection = fakeConnection();
const board = '/dashboard/farmer/orders';
const pickList = '/dashboard/farmer/pick-list';
let server: FakeServer;
/** The changes that the server got, by order. */
let sent: [orderId: string, body: ChangePart][];

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('farmer', { farmId: fakeId('farm', 1) });
  sent = [];
  const route = 'POST /api/v1/orders/:id/parts/:partId/changes';
  server.on(route, ({ body, params }) => {
    const parsed = changePartSchema.parse(body);
    const made = server.orders.find(({ _id }) => _id === params.id) as OrderDto;
    if (only(made).version !== parsed.version) return problem('VERSION_CONFLICT', 409);
    sent.push([made._id, parsed]);
    return ok(orderDtoSchema, change(server, made, parsed, frances));
  });
  server.on('GET /api/v1/farms/mine/pick-list', () => {
    const list = [...server.orders].reverse().map((made) => {
      const { _id: partId, status, fulfilment, slot, note, version, lines } = only(made);
      const ids = { orderId: made._id, partId, code: made.code, placedAt: made.createdAt };
      return { ...ids, status, fulfilment, slot, note, version, lines };
    });
    const quantity = list.flatMap(({ lines }) => lines).reduce((sum, one) => sum + one.quantity, 0);
    const [line] = list.flatMap(({ lines }) => lines);
    if (!line) return ok(pickListSchema, { products: [], orders: [], total: 0 });
    const orders = list.map((one) => ({ ...one, quantity: one.lines[0]?.quantity ?? 0 }));
    return ok(pickListSchema, {
      products: [{ ...line, quantity, orders }],
      orders: list,
      total: list.length,
    });
  });
});

test('a farm shorts an order line by line, may undo it, and can raise it again', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3, [carrots]: 2 });
  renderApp(board, server);
  const shown = within(await findTicket(made));
  const open = async () => {
    await user.click(shown.getByRole('button', { name: `Short, Order ${made.code}` }));
    return within(await screen.findByRole('dialog'));
  };
  let dialog = await open();
  const amount = () => dialog.getByRole('textbox', { name: /Brandywine Tomatoes/ });
  expect(dialog.getByRole('button', { name: /Nothing is changed|Change 1 order/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  fireEvent.change(amount(), { target: { value: '2.3' } });
  fireEvent.blur(amount());
  await user.click(dialog.getByRole('button', { name: /^Change 1 order/ }));
  expect((await dialog.findAllByText('Please choose what happened.'))[0]).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'Not harvested' }));
  await user.click(dialog.getByRole('button', { name: /^Change 1 order/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(sent).toEqual([]);

  dialog = await open();
  fireEvent.change(amount(), { target: { value: '2' } });
  fireEvent.blur(amount());
  await user.click(dialog.getByRole('radio', { name: 'Not harvested' }));
  await user.click(dialog.getByRole('button', { name: /^Change 1 order/ }));
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  expect(await shown.findByText('2 of 3 lb')).toBeVisible();
  const lines = [{ productId: tomatoes, quantity: 2 }];
  expect(sent).toEqual([
    [
      made._id,
      {
        version: 1,
        lines,
        declineReason: 'not_harvested',
        reason: 'We could not harvest it this time.',
      },
    ],
  ]);
  // the farm's own change is none to be seen
  expect(shown.queryByText('Changed')).toBeNull();

  dialog = await open();
  await user.click(dialog.getByRole('button', { name: /more.*Tomatoes/i }));
  await user.click(dialog.getByRole('button', { name: /more.*Tomatoes/i }));
  expect(dialog.queryByRole('radio', { name: 'Not harvested' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: /^Change 1 order/ }));
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  expect(await shown.findByText('3 lb')).toBeVisible();
  expect(sent.at(-1)?.[1].lines).toEqual([{ productId: tomatoes, quantity: 3 }]);
});

test('on the pick list, a short gives who ordered first all of theirs first, one change per order', async () => {
  const user = userEvent.setup();
  const first = place(server, { [tomatoes]: 3 });
  const second = place(server, { [tomatoes]: 4 });
  renderApp(pickList, server);
  const row = (await screen.findByRole('checkbox', { name: /^Picked: / })).closest('li');
  const shown = within(row as HTMLElement);
  await user.click(shown.getByRole('button', { name: 'Short, Brandywine Tomatoes' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = (name: RegExp) => dialog.getByRole('textbox', { name });
  const all = field(/Brandywine Tomatoes/);
  fireEvent.change(all, { target: { value: '4' } });
  fireEvent.blur(all);
  expect(field(new RegExp(first.code))).toHaveValue('3');
  expect(field(new RegExp(second.code))).toHaveValue('1');
  expect(dialog.getByRole('button', { name: 'Change 1 order' })).toBeVisible();
  const ofFirst = field(new RegExp(first.code));
  fireEvent.change(ofFirst, { target: { value: '2' } });
  fireEvent.blur(ofFirst);
  expect(all).toHaveValue('3');
  await user.click(dialog.getByRole('radio', { name: 'Not good enough' }));
  await user.clear(dialog.getByRole('textbox', { name: /^Reason/ }));
  await user.click(dialog.getByRole('button', { name: 'Change 2 orders' }));
  expect(await screen.findByText('2 orders held back.')).toBeVisible();
  expect(shown.getByRole('button', { name: /^Short, / })).toHaveAttribute('aria-busy', 'true');
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const body = (quantity: number) => {
    const lines = [{ productId: tomatoes, quantity }];
    return { version: 1, lines, declineReason: 'quality' };
  };
  expect(new Map(sent)).toEqual(
    new Map([
      [first._id, body(2)],
      [second._id, body(1)],
    ]),
  );
  expect(await shown.findByText('3 of 7 lb')).toBeVisible();
  expect(shown.getByText('2 of 3 lb')).toBeVisible();
  expect(shown.getByText('1 of 4 lb')).toBeVisible();
});

test('on the pick list, a farm can bring more after all, and needs no reason', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3 });
  const less = { lines: linesOf({ [tomatoes]: 1 }), declineReason: 'quality' } as const;
  change(server, made, less, frances);
  renderApp(pickList, server);
  await user.click(await screen.findByRole('button', { name: 'Short, Brandywine Tomatoes' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: new RegExp(made.code) });
  fireEvent.change(field, { target: { value: '3' } });
  fireEvent.blur(field);
  await user.click(dialog.getByRole('button', { name: 'Change 1 order' }));
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  await waitFor(() =>
    expect(sent.map(([, { lines }]) => lines)).toEqual([linesOf({ [tomatoes]: 3 })]),
  );
});

test.each([
  [board, /^Short, Order /],
  [pickList, 'Short, Brandywine Tomatoes'],
])('an amount that cannot be read is asked about, and not sent, at %s', async (page, name) => {
  const user = userEvent.setup();
  place(server, { [tomatoes]: 3 });
  renderApp(page, server);
  await user.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getAllByRole('textbox', { name: /Tomatoes|Amount of Order/ }).at(-1);
  if (!field) throw new Error('no field of an amount');
  for (const value of ['2', 'two or so']) {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  }
  await user.click(dialog.getByRole('radio', { name: 'Not harvested' }));
  await user.click(dialog.getByRole('button', { name: 'Change 1 order' }));
  expect(field).toHaveValue('two or so');
  expect(screen.queryByText('1 order held back.')).toBeNull();
});

test('the dialog has what is still ordered, and warns when nothing of it is left', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3, [kale]: 1 });
  change(server, made, { lines: linesOf({ [kale]: 0 }) });
  renderApp(board, server);
  const shown = within(await findTicket(made));
  await user.click(shown.getByRole('button', { name: `Short, Order ${made.code}` }));
  const dialog = within(await screen.findByRole('dialog'));
  const ends = 'Nothing of the order is left: it is declined.';
  expect(dialog.queryByText(ends)).toBeNull();
  expect(dialog.queryByRole('textbox', { name: /Kale/ })).toBeNull();
  const amount = dialog.getByRole('textbox', { name: /Tomatoes/ });
  fireEvent.change(amount, { target: { value: '0' } });
  fireEvent.blur(amount);
  expect(await dialog.findByText(ends)).toBeVisible();
});

test('an open dialog says what changed meanwhile, and that it is too late', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3, [carrots]: 2 });
  renderApp(board, server);
  const shown = within(await findTicket(made));
  await user.click(shown.getByRole('button', { name: `Short, Order ${made.code}` }));
  const dialog = within(await screen.findByRole('dialog'));
  const amount = dialog.getByRole('textbox', { name: /Brandywine Tomatoes/ });
  fireEvent.change(amount, { target: { value: '2' } });
  fireEvent.blur(amount);
  const meanwhile = /^The order has changed meanwhile/;
  expect(dialog.queryByText(meanwhile)).toBeNull();
  const less = changeLive(connection, server, made, { lines: linesOf({ [tomatoes]: 1 }) });
  expect(await dialog.findByText(meanwhile)).toBeVisible();
  // not more than is ordered by now
  expect(amount).toHaveValue('1');
  fireEvent.change(amount, { target: { value: '0.5' } });
  fireEvent.blur(amount);
  changeLive(connection, server, less, { status: 'cancelled' });
  expect(await dialog.findByTitle('This can no longer be changed')).toBeVisible();
});

test('an open dialog of a product says that an order of it changed meanwhile', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3 });
  renderApp(pickList, server);
  await user.click(await screen.findByRole('button', { name: 'Short, Brandywine Tomatoes' }));
  const dialog = within(await screen.findByRole('dialog'));
  const meanwhile = /^The order has changed meanwhile/;
  expect(dialog.queryByText(meanwhile)).toBeNull();
  changeLive(connection, server, made, { lines: linesOf({ [tomatoes]: 5 }) });
  expect(await dialog.findByText(meanwhile)).toBeVisible();
});

test('a second short of an order, sent while the first is on its way, is not a conflict', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3 });
  renderApp(pickList, server);
  await screen.findByRole('checkbox', { name: /^Picked: / });
  const release = server.holdWrites();
  for (const amount of ['2', '1']) {
    await user.click(screen.getByRole('button', { name: 'Short, Brandywine Tomatoes' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole('textbox', { name: new RegExp(made.code) });
    fireEvent.change(field, { target: { value: amount } });
    fireEvent.blur(field);
    await user.click(dialog.getByRole('radio', { name: 'Not harvested' }));
    await user.click(dialog.getByRole('button', { name: 'Change 1 order' }));
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
  }
  await act(async () => release());
  await waitFor(() => expect(sent.map(([, { version }]) => version)).toEqual([1, 2]));
});

test('what is held back is sent when the page is left', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3, [carrots]: 2 });
  const { router } = renderApp(board, server);
  await user.click(
    within(await findTicket(made)).getByRole('button', { name: `Short, Order ${made.code}` }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: /less.*Tomatoes/i }));
  await user.click(dialog.getByRole('radio', { name: 'Not harvested' }));
  await user.click(dialog.getByRole('button', { name: 'Change 1 order' }));
  expect(sent).toEqual([]);
  await act(() => router.navigate('/inbox'));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('a change of the customer in between is a conflict, and the order is shown as it is', async () => {
  const user = userEvent.setup();
  const made = place(server, { [tomatoes]: 3 });
  renderApp(board, server);
  const shown = within(await findTicket(made));
  await user.click(shown.getByRole('button', { name: `Short, Order ${made.code}` }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: /less.*Tomatoes/i }));
  await user.click(dialog.getByRole('radio', { name: 'Not harvested' }));
  await user.click(dialog.getByRole('button', { name: 'Change 1 order' }));
  changeLive(connection, server, made, { lines: linesOf({ [tomatoes]: 6 }) });
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('1 of 1 orders could not be changed')).toBeVisible();
  expect(await shown.findByText('6 lb')).toBeVisible();
});

/** An order of which the farm brings less of one product, and none of another. */
function shorted(): OrderDto {
  const made = place(server, { [tomatoes]: 3, [carrots]: 2, [kale]: 1 });
  const lines = linesOf({ [tomatoes]: 2, [carrots]: 0 });
  return change(server, made, { lines, declineReason: 'quality' }, frances);
}

test('board and table have two numbers, and what does not come is struck through', async () => {
  const made = shorted();
  const { router } = renderApp(board, server);
  const shown = within(await findTicket(made));
  expect(shown.getByText('2 of 3 lb')).toBeVisible();
  expect(shown.getByText('Rainbow Carrots')).toHaveProperty('tagName', 'S');
  expect(shown.getByText('none of 2 bunches')).toBeVisible();
  await act(() => router.navigate(`${board}?view=table`));
  const content = await screen.findByText(/^none of 2 bunches/);
  expect(content).toHaveProperty('tagName', 'S');
  expect(content.parentElement).toHaveTextContent(
    /^2 of 3 lb .?Brandywine Tomatoes.?, none of 2 bunches .?Rainbow Carrots.?, 1 bunch .?Lacinato/,
  );
});

test('a slip has two numbers, and what does not come is struck through', async () => {
  const made = shorted();
  const part = only(made);
  const { recipient: _, phone: __, ...place } = address;
  server.work.slips.push({
    orderId: made._id,
    partId: part._id,
    code: made.code,
    placedAt: made.createdAt,
    farmName: part.farmName,
    status: part.status,
    fulfilment: 'delivery',
    pickupPlace: null,
    slot: null,
    address: place,
    notes: [],
    lines: part.lines,
    goodsTotal: part.subtotal,
    payment: { method: 'pay_on_handover', status: 'due', deliveryFee: 0, toCollect: part.subtotal },
    version: part.version,
  });
  renderApp(`/dashboard/farmer/packing-slip/${made._id}`, server);
  const slip = within(await screen.findByRole('article', { name: made.code }));
  expect(slip.getByText('2 of 3 lb')).toBeVisible();
  expect(slip.getByText('none of 2 bunches')).toBeVisible();
  expect(slip.getByText('Rainbow Carrots')).toHaveClass('line-through');
  // the farm's screens follow live
  changeLive(connection, server, made, { lines: linesOf({ [tomatoes]: 1 }) });
  expect(await slip.findByText('1 lb')).toBeVisible();
});

test('a declined order shows what was ordered, as it is', async () => {
  const made = place(server, { [tomatoes]: 3 });
  change(server, made, { status: 'declined', declineReason: 'quality' }, frances);
  renderApp(`${board}?view=table`, server);
  expect(await screen.findByText(/^3 lb .?Brandywine Tomatoes/)).toBeVisible();
});

test('a packed order can be shorted, a delivered one cannot', async () => {
  const [packed, delivered] = [place(server, { [tomatoes]: 3 }), place(server, { [tomatoes]: 3 })];
  only(packed).status = 'packed';
  only(delivered).status = 'delivered';
  renderApp(board, server);
  const short = /^Short, /;
  expect(within(await findTicket(packed)).getByRole('button', { name: short })).toBeVisible();
  expect(within(await findTicket(delivered)).queryByRole('button', { name: short })).toBeNull();
});

test('a run sheet has two numbers, and counts what comes', async () => {
  shorted();
  renderApp('/dashboard/farmer/run-sheet?day=all', server);
  expect(await screen.findByText(/^none of 2 bunches/)).toHaveProperty('tagName', 'S');
  expect(screen.getByText('2 products:').parentElement).toHaveTextContent(/2 of 3 lb/);
});
