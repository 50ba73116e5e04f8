import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PayCheckout, PlaceOrder } from '#libs/contracts';
import { creditText } from '../../features/credit/texts';
import type { FakeCall } from '../../testing/fake-response';
import { FakeServer, problem } from '../../testing/fake-server';
import { makeCart, makeCartItem } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { address, makeHome, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
let server: FakeServer;
let sent: { orders: PlaceOrder[]; payments: PayCheckout[] };

beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer();
  server.signInAs('customer');
  server.takeCards();
  const [product] = server.products;
  // 1.5 lb for $6.75, and $4.99 for the delivery
  if (product) server.cart = makeCart([makeCartItem(product, 1.5)], 1);
  server.members.addressBook.addresses.push(makeHome());
  sent = { orders: [], payments: [] };
  const { handle } = server;
  server.handle = (call) => {
    const { method, path, body } = call as FakeCall;
    if (method === 'POST' && path === '/api/v1/orders') sent.orders.push(body as PlaceOrder);
    if (method === 'POST' && path === '/api/v1/checkout/payments')
      sent.payments.push(body as PayCheckout);
    return handle.call(server, call);
  };
});

const tick = (name: RegExp) => screen.findByRole('checkbox', { name });
const summary = () => within(screen.getByRole('region', { name: 'Your order' }));

describe('store credit at the checkout', () => {
  it('is offered to those who have some only', async () => {
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    expect(screen.queryByRole('checkbox', { name: /store credit/ })).not.toBeInTheDocument();
    act(() => connection.emit('credit.changed', 1, server.credit.move('given', 5)));
    expect(await tick(/^Use \$5\.00 store credit/)).not.toBeChecked();
  });

  it('is taken off what is left to pay, and sent as it is shown', async () => {
    server.credit.move('given', 5);
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    expect(await tick(/You have \$5\.00\. Then \$6\.74 is left to pay\./)).toBeInTheDocument();
    await userEvent.click(await tick(/^Use \$5\.00/));
    expect(summary().getByText('−$5.00')).toBeInTheDocument();
    expect(summary().getAllByText('$6.74').length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }));
    await waitFor(() => expect(sent.orders).toHaveLength(1));
    expect(sent.orders[0]).toMatchObject({ payment: 'pay_on_handover', credit: 5 });
  });

  it('leaves the rest for the card to hold', async () => {
    server.credit.move('given', 5);
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await userEvent.click(await tick(/^Use \$5\.00/));
    await userEvent.click(screen.getByRole('radio', { name: /^Pay by card/ }));
    await userEvent.selectOptions(await screen.findByLabelText('Test card'), 'success');
    await userEvent.click(screen.getByRole('button', { name: 'Pay $6.74 and place order' }));
    await waitFor(() => expect(sent.orders).toHaveLength(1));
    expect(sent.payments[0]).toMatchObject({ total: 11.74, order: { credit: 5, payment: 'card' } });
    expect(sent.orders[0]).toMatchObject({ payment: 'card', credit: 5 });
  });

  it('asks for nothing else if it pays all', async () => {
    server.credit.move('given', 50);
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await userEvent.click(screen.getByRole('radio', { name: /^Pay by card/ }));
    await userEvent.click(await tick(/^Use \$11\.74 .*Then nothing is left to pay/));
    expect(screen.queryByRole('radiogroup', { name: 'Payment' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }));
    await waitFor(() => expect(sent.orders).toHaveLength(1));
    expect(sent.payments).toEqual([]);
    expect(sent.orders[0]).toMatchObject({ credit: 11.74 });
  });

  it('says so if it was spent elsewhere, and shows what there is', async () => {
    server.credit.move('given', 5);
    server.on('POST /api/v1/orders', () => {
      server.credit.move('used', -4);
      const details = server.credit.credit;
      return problem('CREDIT_NOT_ENOUGH', 409, { details });
    });
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await userEvent.click(await tick(/^Use \$5\.00/));
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }));
    expect(await screen.findByText('Your store credit has changed')).toBeInTheDocument();
    expect(screen.getByText(/You have \$1\.00 of it now/)).toBeInTheDocument();
    expect(await tick(/^Use \$1\.00/)).toBeChecked();
  });

  it('can be asked for again if it could not be loaded, and the order goes on without it', async () => {
    server.on('GET /api/v1/credit', () => problem('SERVICE_UNAVAILABLE', 503));
    renderApp('/checkout', server);
    expect(await screen.findByText(creditText.failed)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: creditText.retry })).toBeEnabled();
    await screen.findByRole('timer');
    expect(screen.getByRole('button', { name: 'Place order' })).toBeEnabled();
  });
});

describe('store credit in the account', () => {
  const account = '/dashboard/customer/profile';
  const card = async () => within(await screen.findByRole('region', { name: creditText.title }));

  it('says that there is none', async () => {
    renderApp(account, server);
    expect(await (await card()).findByText(creditText.none)).toBeInTheDocument();
  });

  it('shows the balance and what changed it, live', async () => {
    server.credit.move('given', 20);
    server.credit.move('used', -14.99);
    renderApp(account, server);
    const shown = await card();
    expect(await shown.findByText('$5.01')).toBeInTheDocument();
    expect(await shown.findByText('−$14.99')).toBeInTheDocument();
    expect(shown.getByRole('link', { name: 'order FG-CREDIT02' })).toBeInTheDocument();
    act(() => connection.emit('credit.changed', 3, server.credit.move('returned', 14.99)));
    expect(await shown.findByText('+$14.99')).toBeInTheDocument();
    expect(shown.getByText('3 changes')).toBeInTheDocument();
    expect(await screen.findByText('You have $20.00 of store credit now.')).toBeInTheDocument();
  });

  it('can be asked for again if it could not be loaded', async () => {
    server.on('GET /api/v1/credit', () => problem('SERVICE_UNAVAILABLE', 503));
    renderApp(account, server);
    expect(await (await card()).findByText(creditText.failed)).toBeInTheDocument();
  });
});

it('is a line of the order that it paid', async () => {
  const [product] = server.products;
  const order = makeOrder(server, {
    items: [{ productId: product?._id ?? '', quantity: 1 }],
    address,
  });
  server.orders.push({ ...order, payment: { ...order.payment, credit: 2.5 } });
  renderApp(`/orders/${order._id}`, server);
  expect(await screen.findByText('By store credit')).toBeInTheDocument();
  expect(screen.getByText('$2.50')).toBeInTheDocument();
});
