import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type OrderDto, type OrderPart, pickListSchema } from '#libs/contracts';
import { FakeServer, ok } from '../../../testing/fake-server';
import {
  carrots,
  change,
  changeLive,
  frances,
  kale,
  linesOf,
  only,
  place,
  tomatoes,
} from '../../../testing/farm-orders';
import { fakeId } from '../../../testing/fixtures';
import { fakeConnection } from '../../../testing/live';
import { renderApp } from '../../../testing/render';

const connection = fakeConnection();
const byProduct = '/dashboard/farmer/pick-list';
const byOrder = `${byProduct}?by=order`;
let server: FakeServer;
/** An order of which the farm brings no carrots, and of which its customer removed the kale. */
let made: OrderDto;
/** Another one of tomatoes. */
let other: OrderDto;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('farmer', { farmId: fakeId('farm', 1) });
  other = place(server, { [tomatoes]: 2 });
  const placed = place(server, { [tomatoes]: 3, [carrots]: 2, [kale]: 1 });
  const lines = linesOf({ [carrots]: 0 });
  const shorted = change(server, placed, { lines, declineReason: 'quality' }, frances);
  made = change(server, shorted, { lines: linesOf({ [kale]: 0 }) });
  server.on('GET /api/v1/farms/mine/pick-list', () => ok(pickListSchema, listOf([other, made])));
});

/** The list as the server makes it. */
function listOf(orders: readonly OrderDto[]) {
  const listed = orders.map((order) => {
    const { _id: partId, status, fulfilment, slot, note, version, lines } = only(order);
    const ids = { orderId: order._id, partId, code: order.code, placedAt: order.createdAt };
    return { ...ids, status, fulfilment, slot, note, version, lines };
  });
  const products = [tomatoes, carrots, kale].map((productId) => {
    const hits = listed.flatMap(({ orderId, code, lines }) => {
      const line = lines.find((one) => one.productId === productId);
      return line ? [{ ...line, orderId, code }] : [];
    });
    const quantity = hits.reduce((sum, hit) => sum + hit.quantity, 0);
    return { ...(hits[0] as OrderPart['lines'][number]), quantity, orders: hits };
  });
  return { products, orders: listed, total: listed.length };
}

/** The row of a product, by its name. */
async function rowOf(name: string) {
  const list = within(await screen.findByRole('list', { name: 'What to pick, by product' }));
  return within(list.getByText(name).closest('li') as HTMLElement);
}

test('by product, what was taken off is struck through, has no tick and does not count', async () => {
  renderApp(byProduct, server);
  const short = await rowOf('Rainbow Carrots');
  expect(short.getByText('Rainbow Carrots')).toHaveProperty('tagName', 'S');
  expect(short.getAllByText('none of 2 bunches')).toHaveLength(2);
  expect(short.queryByRole('checkbox')).toBeNull();
  const removed = await rowOf('Lacinato Kale');
  expect(removed.getByText('Lacinato Kale')).toHaveProperty('tagName', 'S');
  expect(removed.getByText(made.code)).toHaveProperty('tagName', 'S');
  expect(removed.getAllByText('Removed')).toHaveLength(2);
  // a farm can bring it after all, but not what nobody orders any more
  expect(short.getByRole('button', { name: 'Short, Rainbow Carrots' })).toBeVisible();
  expect(removed.queryByRole('button')).toBeNull();
  const comes = await rowOf('Brandywine Tomatoes');
  expect(comes.getByText('5 lb')).toBeVisible();
  expect(comes.getByRole('checkbox')).not.toBeChecked();
  expect(screen.getByText('1 product for 2 orders')).toBeVisible();
});

test('by order, what was taken off is struck through and has no tick', async () => {
  renderApp(byOrder, server);
  const card = within((await screen.findByText(made.code)).closest('li') as HTMLElement);
  for (const name of ['Rainbow Carrots', 'Lacinato Kale'])
    expect(card.getByText(name)).toHaveProperty('tagName', 'S');
  expect(card.getByText('none of 2 bunches')).toBeVisible();
  expect(card.getByText('Removed')).toBeVisible();
  expect(card.getAllByRole('checkbox')).toHaveLength(1);
});

test.each([byProduct, byOrder])('what a customer takes off stays, live, at %s', async (page) => {
  renderApp(page, server);
  await screen.findAllByText('Rainbow Carrots');
  const more = changeLive(connection, server, made, { lines: linesOf({ [kale]: 4 }) });
  expect((await screen.findAllByText('4 bunches'))[0]).toBeVisible();
  changeLive(connection, server, more, { lines: linesOf({ [kale]: 0 }) });
  expect((await screen.findAllByText('Removed'))[0]).toBeVisible();
  expect(screen.getByText('Lacinato Kale')).toHaveProperty('tagName', 'S');
});

test('an order that loses its last product that comes is warned of as ending', async () => {
  const user = userEvent.setup();
  renderApp(byProduct, server);
  const row = await rowOf('Brandywine Tomatoes');
  await user.click(row.getByRole('button', { name: 'Short, Brandywine Tomatoes' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: `Amount of Order ${made.code}` });
  await user.clear(field);
  await user.type(field, '0');
  await user.tab();
  expect(await dialog.findByText('Nothing of the order is left: it is declined.')).toBeVisible();
});
