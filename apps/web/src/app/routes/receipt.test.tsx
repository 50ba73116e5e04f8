import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type OrderDto, toCents, toDollars } from '#libs/contracts';
import { makePayments } from '../../testing/fake-payments';
import { FakeServer } from '../../testing/fake-server';
import { fakeConnection } from '../../testing/live';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
const at = '2026-11-20T17:00:00.000Z';
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
});

function ordered(payment: 'card' | 'pay_on_handover'): OrderDto {
  const byFarm = new Map(server.products.map((product) => [product.farmId, product]));
  const items = [...byFarm.values()].slice(0, 2).map(({ _id, minimum }) => {
    return { productId: _id, quantity: minimum };
  });
  const order = makeOrder(server, { items, address, payment });
  server.orders.push(order);
  if (payment === 'card') server.orderPayments.push(...makePayments(order));
  return order;
}

function handOver({ parts }: OrderDto, n: number): OrderDto['parts'][0] {
  const part = parts[n];
  if (!part) throw new Error(`no part ${n}`);
  const by = { role: 'farmer' as const, name: part.farmName };
  const step = { status: 'delivered' as const, at, by, reason: null };
  part.timeline.push({ ...step, declineReason: null, goods: null });
  part.status = 'delivered';
  part.version += 1;
  return part;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const sum = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling;

describe('the receipt', () => {
  it('of an order by cash has each farm with its place, its lines and the sums', async () => {
    const order = ordered('pay_on_handover');
    const [first, second] = [handOver(order, 0), handOver(order, 1)];
    renderApp(`/orders/${order._id}/receipt`, server);
    await screen.findByRole('heading', { level: 1, name: `Receipt ${order.code}` });
    for (const part of [first, second]) {
      const region = within(screen.getByRole('region', { name: part.farmName }));
      const farm = server.farms.find(({ _id }) => _id === part.farmId);
      expect(region.getByText(`${farm?.city}, ${farm?.state}`)).toBeVisible();
      expect(
        region.getByRole('rowheader', { name: new RegExp(part.lines[0]?.name ?? '') }),
      ).toBeVisible();
    }
    const total = toCents(order.totalPrice);
    expect(sum('Total')).toHaveTextContent(dollars(total));
    expect(sum('Paid: On delivery or at pickup')).toHaveTextContent(dollars(total));
    expect(screen.getByText('Farmgate', { selector: 'strong' })).toBeVisible();
    expect(screen.queryByText('Not paid yet')).toBeNull();
  });

  it('of an order by card shows a short, what was given back, and what is open; live', async () => {
    const order = ordered('card');
    const part = handOver(order, 0);
    const [line] = part.lines;
    if (!line) throw new Error('a part has lines');
    Object.assign(line, { ordered: line.quantity + 1 });
    const by = { role: 'farmer' as const, name: part.farmName };
    part.changes.push({
      ...{
        _id: 'e'.padEnd(24, '0'),
        at: '2026-11-20T09:00:00.000Z',
        by,
        kind: 'shorted',
        reason: 'Deer',
      },
      lines: [{ productId: line.productId, from: line.ordered, to: line.quantity, cost: 0 }],
      ...{ declineReason: 'other', goods: 'restock' },
    });
    const [payment] = server.orderPayments;
    if (!payment) throw new Error('it is paid by card');
    const paid = toCents(part.subtotal) + toCents(order.deliveryFee);
    Object.assign(payment, { state: 'captured', captured: toDollars(paid) });
    renderApp(`/orders/${order._id}/receipt`, server);
    expect(await screen.findByText(/^One farm still has something/)).toBeVisible();
    expect(screen.getByText(/Less comes: .*\(Deer\)$/)).toBeVisible();
    expect(sum('Paid: Visa •••• 4242')).toHaveTextContent(dollars(paid));
    const calls = server.calls.length;
    const given = { ...payment, refunded: 1, version: 2 };
    const customerId = server.user?._id ?? '';
    connection.emit('order.payment-changed', 2, { customerId, payment: given });
    await screen.findByText('Given back: Visa •••• 4242');
    expect(sum('Given back: Visa •••• 4242')).toHaveTextContent('−$1.00');
    expect(sum('Not paid yet')).toHaveTextContent('$1.00');
    expect(server.calls).toHaveLength(calls);
  });

  it('is linked from an order of which something came, and printed', async () => {
    const order = ordered('pay_on_handover');
    handOver(order, 0);
    const print = jest.spyOn(window, 'print').mockImplementation(() => {});
    renderApp(`/orders/${order._id}`, server);
    await userEvent.click(await screen.findByRole('link', { name: 'Receipt' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalled();
    print.mockRestore();
  });

  it('does not exist before, nor for somebody else’s order', async () => {
    const order = ordered('pay_on_handover');
    const { unmount } = renderApp(`/orders/${order._id}/receipt`, server);
    expect(await screen.findByText('There is no receipt yet')).toBeVisible();
    unmount();
    renderApp(`/orders/${'f'.repeat(24)}/receipt`, server);
    expect(await screen.findByText('This receipt cannot be shown')).toBeVisible();
  });

  it('is not for farms', async () => {
    const order = ordered('pay_on_handover');
    server.signInAs('farmer');
    renderApp(`/orders/${order._id}/receipt`, server);
    await screen.findByRole('heading', { level: 1 });
    expect(server.calls).not.toContain(`GET /api/v1/orders/${order._id}/receipt`);
  });
});
