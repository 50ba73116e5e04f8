import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type CardPaymentDto,
  checkoutPaymentSchema,
  type OrderDto,
  orderPaymentsSchema,
} from '#libs/contracts';
import { ordersText } from '../../features/orders/texts';
import { ORDER_PLACED } from '../../lib/paths';
import { makePayments } from '../../testing/fake-payments';
import type { FakeCall } from '../../testing/fake-response';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeId } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
let server: FakeServer;
/** Of two farms, by card. */
let order: OrderDto;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  server.takeCards();
  const byFarm = new Map(server.products.map((product) => [product.farmId, product]));
  const items = [...byFarm.values()]
    .slice(0, 2)
    .map(({ _id, minimum }) => ({ productId: _id, quantity: minimum }));
  order = makeOrder(server, { items, address, payment: 'card' });
  server.orders.push(order);
  server.orderPayments.push(...makePayments(order));
});

const paymentAt = (n: number): CardPaymentDto => {
  const payment = server.orderPayments[n];
  if (!payment) throw new Error(`no payment ${n}`);
  return payment;
};
const change = (n: number, patch: Partial<CardPaymentDto>): CardPaymentDto => {
  const payment = paymentAt(n);
  return Object.assign(payment, patch, { version: payment.version + 1 });
};
/** Changes a payment, and tells the open page. */
const live = (n: number, patch: Partial<CardPaymentDto>) => {
  const payment = { ...change(n, patch) };
  const customerId = server.user?._id ?? '';
  connection.emit('order.payment-changed', payment.version, { customerId, payment });
};
const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const missing = () => screen.findByRole('region', { name: 'A payment is missing' });
const paths = () => server.calls.filter((call) => call.includes('/payments'));

describe('the money of an order by card', () => {
  it('is told part by part, and follows without another request', async () => {
    renderApp(`/orders/${order._id}`, server);
    const { held } = paymentAt(0);
    await screen.findByText(
      `${dollars(held)}, the delivery fee in it, held on Visa •••• 4242 until the handover.`,
    );
    const before = paths().length;
    live(0, { state: 'captured', captured: held });
    expect(await screen.findByText(/^\$.*, the delivery fee in it, paid by Visa/)).toBeVisible();
    live(0, { refunded: 1.5 });
    expect(
      await screen.findByText(/paid by Visa •••• 4242\. \$1\.50 was given back\./),
    ).toBeVisible();
    live(1, { state: 'released' });
    expect(await screen.findByText(/^Nothing was taken; the card holds nothing/)).toBeVisible();
    const sums = within(screen.getByRole('complementary', { name: 'Total' }));
    expect(sums.getByText('Given back').nextSibling).toHaveTextContent('$1.50');
    expect(sums.queryByText('Held on the card')).toBeNull();
    expect(paths()).toHaveLength(before);
  });

  it('is not paid at the hand-over if the card had let it go', async () => {
    order.parts.forEach((part) => {
      part.status = 'delivered';
      part.payment.status = 'paid';
    });
    Object.assign(order.payment, { status: 'paid', paid: order.payment.amount });
    change(0, { state: 'lapsed', unpaid: paymentAt(0).held });
    change(1, { state: 'captured', captured: paymentAt(1).held });
    renderApp(`/orders/${order._id}`, server);
    const sums = within(await screen.findByRole('complementary', { name: 'Total' }));
    const unpaid = await sums.findByText('To be paid again');
    expect(unpaid.nextSibling).toHaveTextContent(dollars(paymentAt(0).held));
    expect(sums.getByText('Paid').nextSibling).toHaveTextContent(dollars(paymentAt(1).held));
    expect(screen.getByText(/^Not paid: Visa •••• 4242 does not hold/)).toBeVisible();
  });

  it('that cannot be loaded says so, and loads on Retry', async () => {
    const path = 'GET /api/v1/orders/:id/payments';
    server.on(path, () => problem('SERVICE_UNAVAILABLE', 503));
    renderApp(`/orders/${order._id}`, server);
    const alert = await screen.findByText('The payment cannot be shown right now.', undefined, {
      timeout: 8_000,
    });
    expect(alert).toBeVisible();
    server.on(path, () => ok(orderPaymentsSchema, { payments: server.orderPayments }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const sums = within(screen.getByRole('complementary', { name: 'Total' }));
    expect(await sums.findByText('Held on the card')).toBeVisible();
  }, 15_000);

  it('is the market’s business for a farm, which collects nothing', async () => {
    server.signInAs('farmer', { farmId: order.parts[0]?.farmId ?? null });
    renderApp(`/orders/${order._id}`, server);
    expect(await screen.findAllByText('The customer’s card pays it.')).not.toHaveLength(0);
    expect(paths()).toEqual([]);
  });
});

describe('the thanks for an order by card', () => {
  const thanked = async () => {
    const { router } = renderApp('/orders', server);
    await act(() => router.navigate(`/orders/${order._id}`, { state: ORDER_PLACED }));
    return within(await screen.findByRole('region', { name: ordersText.thanks.next }));
  };
  const by = 'Visa •••• 4242';

  it('says what is held now, and what will be for a far day', async () => {
    change(1, { state: 'saved' });
    const steps = await thanked();
    const [near, far] = [paymentAt(0), paymentAt(1)].map(({ held }) => dollars(held));
    expect(await steps.findByText(ordersText.thanks.card(near ?? '', by))).toBeVisible();
    expect(steps.getByText(ordersText.thanks.cardLater(far ?? '', by))).toBeVisible();
  });

  it('does not say that a far day’s money is held', async () => {
    for (const n of [0, 1]) change(n, { state: 'saved' });
    const steps = await thanked();
    const total = dollars(order.payment.amount);
    expect(await steps.findByText(ordersText.thanks.cardLater(total, by))).toBeVisible();
    expect(steps.queryByText(/is held on/)).toBeNull();
  });

  it('promises no more than is known while the payments are not', async () => {
    server.on('GET /api/v1/orders/:id/payments', () => problem('SERVICE_UNAVAILABLE', 503));
    const steps = await thanked();
    const total = dollars(order.payment.amount);
    expect(steps.getByText(ordersText.thanks.cardPays(total))).toBeVisible();
  });
});

describe('a missing payment', () => {
  let posted: FakeCall[];
  const checkout = (state: 'placed' | 'challenge' | 'declined', code: string | null = null) => ({
    ...{ _id: fakeId('part', 0xa00), holdId: fakeId('part', 0xa01), amount: paymentAt(0).held },
    ...{ state, code, challenges: state === 'challenge' ? ['secret_1'] : [], card: null },
  });
  beforeEach(() => {
    posted = [];
    change(0, { state: 'lapsed', unpaid: paymentAt(0).held });
    server.on('POST /api/v1/orders/:id/payments', (call) => {
      posted.push(call);
      return ok(checkoutPaymentSchema, checkout('placed'), 201);
    });
  });
  const open = async () => {
    renderApp(`/orders/${order._id}`, server);
    const banner = within(await missing());
    await userEvent.click(banner.getByRole('button', { name: 'Choose a card' }));
    return banner;
  };
  it('is paid with another card, for exactly what is missing', async () => {
    const banner = await open();
    const { held } = paymentAt(0);
    await userEvent.click(await banner.findByRole('button', { name: `Pay ${dollars(held)}` }));
    await screen.findByText('Thank you, your payment is there');
    expect(posted.map(({ body }) => body)).toEqual([
      { card: { kind: 'new', tokens: ['success'], save: false }, amount: held },
    ]);
    expect(posted[0]?.headers.has('Idempotency-Key')).toBe(true);
    live(0, { isReplaced: true });
    await waitFor(() => expect(screen.queryByText('A payment is missing')).toBeNull());
  });

  it('of several parts is paid with a token for each', async () => {
    change(1, { state: 'declined', unpaid: paymentAt(1).held });
    const banner = await open();
    await userEvent.click(await banner.findByRole('button', { name: /^Pay \$/ }));
    await screen.findByText('Thank you, your payment is there');
    expect(posted.map(({ body }) => body)).toMatchObject([
      { card: { kind: 'new', tokens: ['success', 'success'] } },
    ]);
  });

  it('asks the bank’s question, also when the page knows already that a new payment has begun', async () => {
    server.on('POST /api/v1/orders/:id/payments', (call) => {
      posted.push(call);
      return ok(checkoutPaymentSchema, checkout('challenge'), 201);
    });
    server.on('POST /api/v1/checkout/payments/:id/confirm', () =>
      ok(checkoutPaymentSchema, checkout('placed')),
    );
    server.on('POST /api/v1/test-cards/challenges', () => ({ status: 204, body: undefined }));
    const banner = await open();
    await userEvent.click(await banner.findByRole('button', { name: /^Pay \$/ }));
    const dialog = await screen.findByRole('dialog');
    live(0, { isReplaced: true });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, confirm the payment' }));
    expect(await screen.findByText('Thank you, your payment is there')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('A payment is missing')).toBeNull());
  });

  it('says why a card was declined, and tries the next one as a new payment', async () => {
    server.on('POST /api/v1/orders/:id/payments', (call) => {
      posted.push(call);
      const isFirst = posted.length === 1;
      const answer = isFirst ? checkout('declined', 'insufficient_funds') : checkout('placed');
      return ok(checkoutPaymentSchema, answer, 201);
    });
    const banner = await open();
    const button = await banner.findByRole('button', { name: /^Pay \$/ });
    await userEvent.click(button);
    expect(await banner.findByRole('alert')).toHaveTextContent('There is too little money');
    await userEvent.click(banner.getByRole('button', { name: /^Pay \$/ }));
    await screen.findByText('Thank you, your payment is there');
    const keys = posted.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('cannot be paid offline', async () => {
    const banner = await open();
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    const button = await banner.findByRole('button', { name: /^Pay \$/ });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    online.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
  });
});
