import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type DomainEvent,
  type ProductDto,
  productDtoSchema,
  productsPageSchema,
} from '#libs/contracts';
import type { SocketCallbacks } from '../../realtime/socket';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeSocket } from '../../testing/fake-socket';

const connections: SocketCallbacks[] = [];
jest.unstable_mockModule('../../realtime/socket', () => ({
  openSocket: async (callbacks: SocketCallbacks) => {
    connections.push(callbacks);
    callbacks.onConnect();
    return fakeSocket();
  },
}));
const { renderApp } = await import('../../testing/render');

let server: FakeServer;
let own: ProductDto[];
let sent: unknown[];

beforeEach(() => {
  connections.length = 0;
  sent = [];
  server = new FakeServer();
  const { farmId } = server.signInAs('farmer');
  own = server.products.filter((product) => product.farmId === farmId).slice(0, 2);
  server.on('GET /api/v1/farms/mine/products', () =>
    ok(productsPageSchema, { products: own, nextCursor: null, total: own.length }),
  );
  server.on('PATCH /api/v1/products/:id', ({ params, body }) => {
    sent.push(body);
    const product = own.find((one) => one._id === params.id) as ProductDto;
    const { onHand = product.available, price = product.price } = body as Record<string, number>;
    if ((body as { version: number }).version !== product.version) {
      return problem('VERSION_CONFLICT', 409);
    }
    own = own.map((one) =>
      one === product ? { ...one, available: onHand, price, version: one.version + 1 } : one,
    );
    return ok(productDtoSchema, own.find((one) => one._id === params.id) as ProductDto);
  });
});

const tomatoes = () => screen.findByRole('row', { name: /Brandywine Tomatoes/ });

/** A customer buys: the server's product and the event that tells it. */
function sell(available: number): void {
  const [product, ...others] = own as [ProductDto, ...ProductDto[]];
  const sold = { ...product, available, version: product.version + 1 };
  own = [sold, ...others];
  const change = (one: ProductDto) => ({
    productId: one._id,
    farmId: one.farmId,
    price: one.price,
    status: one.status,
    public: true,
    available: one.available,
    stock: one.stock,
  });
  const event = {
    id: sold.version.toString(16).padStart(24, '0'),
    name: 'product.stock-changed',
    occurredAt: '2026-11-20T10:00:00.000Z',
    aggregateId: sold._id,
    version: sold.version,
    correlationId: 'test',
    actorId: null,
    payload: { change: change(sold), before: change(product) },
  } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
}

test('a price is changed in place, whatever was sold meanwhile', async () => {
  const user = userEvent.setup();
  renderApp('/dashboard/farmer', server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit/ }));
  const price = screen.getByRole('textbox', { name: /^Price of Brandywine/ });
  await user.clear(price);
  await user.type(price, '0');
  await user.keyboard('{Enter}');
  expect(screen.getByText(/A price over/)).toBeVisible();
  sell(11.5);
  await screen.findByText(/it is 11.5 lb now/);
  await user.clear(price);
  await user.type(price, '4,75{Enter}');
  await waitFor(() => expect(sent).toEqual([{ version: 2, price: 4.75 }]));
  expect(await within(await tomatoes()).findByText('$4.75')).toBeVisible();
});

test('a count that sales have overtaken is refused, and the next one starts from the truth', async () => {
  const user = userEvent.setup();
  renderApp('/dashboard/farmer', server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit/ }));
  const onHand = screen.getByRole('textbox', { name: /Brandywine Tomatoes on hand/ });
  await user.clear(onHand);
  await user.type(onHand, '20');
  sell(15);
  await screen.findByText(/it is 15 lb now/);
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  expect(await screen.findByText('Brandywine Tomatoes was not saved')).toBeVisible();
  expect(onHand).toHaveValue('20');
  await user.click(screen.getByRole('button', { name: 'Save Brandywine Tomatoes' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ version: 2, onHand: 20, reason: 'Counted again' });
  expect(await within(await tomatoes()).findByText('20 lb')).toBeVisible();
});

test('Escape leaves a row as it was', async () => {
  const user = userEvent.setup();
  renderApp('/dashboard/farmer', server);
  await user.click(within(await tomatoes()).getByRole('button', { name: /^Edit/ }));
  await user.type(screen.getByRole('textbox', { name: /^Price of/ }), '9{Escape}');
  expect(within(await tomatoes()).getByText('$4.50')).toBeVisible();
  expect(sent).toEqual([]);
});
