import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type PayCheckout, TEST_CARDS, type TestCardToken } from '#libs/contracts';
import { cardsText } from '../../features/cards/texts';
import { checkoutText } from '../../features/cart/checkout/texts';
import type { FakeCall, FakeResponse } from '../../testing/fake-response';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeId, makeCart, makeCartItem } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { makeHome, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
const { declines, refused, unknown } = checkoutText;
/** 1.5 lb for $4.50 and 2 bunches for $3.75, and $4.99 for the delivery. */
const TOTAL = 19.24;
const PAY = /^Pay \$19.24 and place order/;
let server: FakeServer;
let orders: FakeCall[];
let payments: FakeCall[];

beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer();
  server.signInAs('customer');
  server.takeCards();
  fillCart(0, 2);
  server.members.addressBook.addresses.push(makeHome());
  orders = [];
  respondToOrders(created);
  payments = [];
  const { handle } = server;
  server.handle = (call) => {
    if (`${call.method} ${call.path}` === 'POST /api/v1/checkout/payments')
      payments.push(call as FakeCall);
    return handle.call(server, call);
  };
});

function fillCart(...at: number[]): void {
  const amounts = [1.5, 1, 2];
  const items = at.flatMap((n) => {
    const product = server.products[n];
    return product ? [makeCartItem(product, amounts[n] ?? 1)] : [];
  });
  server.cart = makeCart(items, server.cart.version + 1);
}
function respondToOrders(respond: (call: FakeCall, count: number) => FakeResponse): void {
  server.on('POST /api/v1/orders', (call) => {
    orders.push(call);
    return respond(call, orders.length);
  });
}
const created = (call: FakeCall) => {
  const order = makeOrder(server, call.body as Parameters<typeof makeOrder>[1]);
  server.orders.unshift(order);
  return { status: 201, body: order };
};
const paid = (at = 0) => payments[at]?.body as PayCheckout;

async function chooseCard(token: TestCardToken = 'success') {
  await userEvent.click(await screen.findByRole('radio', { name: /^Pay by card/ }));
  await userEvent.selectOptions(await screen.findByLabelText('Test card'), token);
}
const payButton = () => screen.findByRole('button', { name: PAY });
/** Opens the checkout, and pays with a test card. */
async function payWith(token: TestCardToken) {
  const app = renderApp('/checkout', server);
  await screen.findByRole('timer');
  await chooseCard(token);
  await userEvent.click(await payButton());
  return app;
}
const dialog = () => screen.findByRole('dialog', { name: cardsText.challenge.title });
const answer = async (name: string) =>
  userEvent.click(within(await dialog()).getByRole('button', { name }));
const confirm = () => answer(cardsText.challenge.confirm);
const thanks = () => screen.findByRole('heading', { level: 1, name: /^Thank you, Casey!/ });
const alertOf = async (title: string) => {
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(title);
  return alert;
};

describe('the choice to pay by card', () => {
  it('is offered where somebody takes cards, and cash stays the first', async () => {
    renderApp('/checkout', server);
    expect(await screen.findByRole('radio', { name: /^Pay on delivery/ })).toBeChecked();
    expect(await screen.findByRole('button', { name: 'Place order' })).toBeVisible();
    expect(screen.queryByLabelText('Test card')).toBeNull();
    await chooseCard();
    expect(await screen.findByText(cardsText.test.hint)).toBeVisible();
    expect(await payButton()).toBeVisible();
  });

  it('is kept across a reload', async () => {
    const first = renderApp('/checkout', server);
    await chooseCard();
    first.unmount();
    renderApp('/checkout', server);
    expect(await screen.findByRole('radio', { name: /^Pay by card/ })).toBeChecked();
  });

  it('is the only one where a farm takes cards only, which says so', async () => {
    const [farm] = server.farms;
    if (farm) Object.assign(farm, { cardsOnly: true });
    renderApp('/checkout', server);
    expect(await payButton()).toBeVisible();
    const cash = screen.getByRole('radio', { name: /^Pay on delivery/ });
    expect(cash).toBeDisabled();
    expect(cash).toHaveAccessibleName(/Hollow Creek Farm takes cards only/);
  });

  it('is said on the page of a farm that takes cards only', async () => {
    const [farm] = server.farms;
    if (farm) Object.assign(farm, { cardsOnly: true });
    const { unmount } = renderApp(`/farmers/${farm?.slug}`, server);
    expect(await screen.findByText('Takes cards only')).toBeVisible();
    unmount();
    Object.assign(server.settings, { paymentMethods: ['pay_on_handover'], cards: null });
    renderApp(`/farmers/${farm?.slug}`, server);
    expect(await screen.findByRole('heading', { level: 1, name: farm?.name })).toBeVisible();
    expect(screen.queryByText('Takes cards only')).toBeNull();
  });

  it('is not there without a provider, whatever the farm says', async () => {
    const [farm] = server.farms;
    if (farm) Object.assign(farm, { cardsOnly: true });
    Object.assign(server.settings, { paymentMethods: ['pay_on_handover'], cards: null });
    renderApp('/checkout', server);
    expect(await screen.findByRole('radio', { name: /^Pay on delivery/ })).toBeEnabled();
    expect(screen.queryByText(/takes cards only/)).toBeNull();
    expect(server.calls).not.toContain('GET /api/v1/cards');
    expect(server.calls).not.toContain('GET /api/v1/checkout/payments/current');
  });

  it('needs the goods to be held', async () => {
    server.on('POST /api/v1/checkout/holds', () => problem('SERVICE_UNAVAILABLE', 503));
    renderApp('/checkout', server);
    await chooseCard();
    const button = await screen.findByRole('button', { name: checkoutText.needsHold });
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a test card', () => {
  const accepted = TEST_CARDS.map(({ token }) => token).filter(
    (token) => !['decline', 'insufficient_funds', 'challenge'].includes(token),
  );
  it.each(accepted)(
    'that is accepted (%s) holds the total, and places the order',
    async (token) => {
      await payWith(token);
      expect(await thanks()).toBeVisible();
      expect(paid()).toEqual({
        order: { ...(orders[0]?.body as object) },
        card: { kind: 'new', tokens: [token], save: false },
        total: TOTAL,
      });
      expect(orders[0]?.body).toMatchObject({ payment: 'card', holdId: server.hold?._id });
      expect(await screen.findByText(/^\$19.24 is held on Test card •••• \d{4}\./)).toBeVisible();
      expect([payments, orders].map(({ length }) => length)).toEqual([1, 1]);
    },
  );

  it.each([
    ['decline', declines.card_declined],
    ['insufficient_funds', declines.insufficient_funds],
  ] as const)(
    'that is refused (%s) says why, and lets another pay',
    async (token, { title, text }) => {
      await payWith(token);
      const alert = await alertOf(title);
      expect(alert).toHaveTextContent(text);
      expect(alert).toHaveFocus();
      expect(orders).toEqual([]);
      expect(screen.getByLabelText('Test card')).toHaveValue(token);
      await chooseCard();
      await userEvent.click(await payButton());
      expect(await thanks()).toBeVisible();
      const keys = payments.map(({ headers }) => headers.get('Idempotency-Key'));
      expect(new Set(keys).size).toBe(2);
    },
  );

  it('is saved on request, and found at the next checkout', async () => {
    server.cards.saved = [{ reference: 'card_1', brand: 'visa', last4: '1881' }];
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await userEvent.click(await screen.findByRole('radio', { name: /^Pay by card/ }));
    expect(await screen.findByRole('radio', { name: 'Visa •••• 1881' })).toBeChecked();
    expect(screen.queryByLabelText('Test card')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: cardsText.another }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Save this card/ }));
    await userEvent.selectOptions(screen.getByLabelText('Test card'), 'decline');
    await userEvent.click(await payButton());
    await alertOf(declines.card_declined.title);
    expect(paid().card).toEqual({ kind: 'new', tokens: ['decline'], save: true });
    await userEvent.click(screen.getByRole('radio', { name: 'Visa •••• 1881' }));
    await userEvent.click(await payButton());
    expect(await thanks()).toBeVisible();
    expect(paid(1).card).toEqual({ kind: 'saved', reference: 'card_1' });
  });

  it('can be new although the saved ones cannot be loaded', async () => {
    server.on('GET /api/v1/cards', () => problem('SERVICE_UNAVAILABLE', 503));
    await payWith('success');
    expect(await thanks()).toBeVisible();
  });
});

describe('the challenge of a bank', () => {
  it('is confirmed: the order is placed without another click', async () => {
    await payWith('challenge');
    expect(await dialog()).toBeVisible();
    expect(orders).toEqual([]);
    await confirm();
    expect(await thanks()).toBeVisible();
    expect(orders).toHaveLength(1);
  });

  it('is refused: nothing is ordered, and the page says what to do', async () => {
    await payWith('challenge');
    await answer(cardsText.challenge.refuse);
    await alertOf(declines.challenge_failed.title);
    expect(orders).toEqual([]);
    expect(await payButton()).toBeVisible();
  });

  it('is one for each farm, one after the other', async () => {
    const other = server.farms[1];
    Object.assign(server.products[1] ?? {}, { farmId: other?._id });
    fillCart(0, 1, 2);
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await chooseCard('challenge');
    await userEvent.click(await screen.findByRole('button', { name: /^Pay \$/ }));
    await confirm();
    await waitFor(() => expect(server.cards.payment?.challenges).toHaveLength(1));
    await confirm();
    expect(await thanks()).toBeVisible();
  });

  it('is put off: the payment goes on with the next click, or gives way to another card', async () => {
    await payWith('challenge');
    await dialog();
    await userEvent.keyboard('{Escape}');
    await alertOf(refused.left.title);
    expect(await screen.findByText(checkoutText.begun.asked('$19.24'))).toBeVisible();
    await userEvent.click(await payButton());
    expect(await dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: checkoutText.begun.another }));
    await chooseCard('success');
    await userEvent.click(await payButton());
    expect(await thanks()).toBeVisible();
    expect(server.cards.asked).toEqual(['challenge', 'success']);
  });

  it('comes again after a reload, and is answered there', async () => {
    await payWith('challenge');
    await dialog();
    // a reload runs no clean-up: the first page is as good as gone
    renderApp('/checkout', server);
    await waitFor(() => expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(2));
    const [, again] = screen.getAllByRole('button', {
      name: cardsText.challenge.confirm,
      hidden: true,
    });
    act(() => again?.click());
    await waitFor(() => expect(orders).not.toHaveLength(0));
    expect(server.cards.asked).toEqual(['challenge']);
  });

  it('is found by another tab, or after this one was closed', async () => {
    const { items } = server.cart;
    const hold = { _id: fakeId('part', 501), expiresAt: '2099-01-01T00:00:00.000Z' };
    server.hold = {
      ...hold,
      status: 'open',
      secondsLeft: 600,
      lines: items,
      slots: [],
      version: 1,
    };
    const asked = { code: null, challenges: ['secret_1'], card: null, amount: TOTAL };
    const _id = fakeId('part', 801);
    server.cards.payment = { _id, holdId: hold._id, state: 'challenge', ...asked };
    renderApp('/checkout', server);
    expect(await screen.findByText(checkoutText.begun.asked('$19.24'))).toBeVisible();
    expect(screen.getByRole('radio', { name: /^Pay by card/ })).toBeChecked();
    await userEvent.click(await payButton());
    await confirm();
    expect(await thanks()).toBeVisible();
    expect(payments).toEqual([]);
  });

  it('says that an answer did not arrive, and takes it once more', async () => {
    let fails = true;
    const { handle } = server;
    server.handle = (call) =>
      fails && call.path === '/api/v1/test-cards/challenges'
        ? problem('SERVICE_UNAVAILABLE', 503, { message: 'Please try again in a moment.' })
        : handle.call(server, call);
    await payWith('challenge');
    await confirm();
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
      cardsText.challenge.failed,
    );
    fails = false;
    await confirm();
    expect(await thanks()).toBeVisible();
  });

  it('ends with the hold: the page says so, and keeps what was typed', async () => {
    await payWith('challenge');
    await dialog();
    const { hold } = server;
    if (hold === null) throw new Error('nothing is held');
    server.hold = { ...hold, status: 'expired', secondsLeft: 0, version: 2 };
    connection.emit('hold.closed', 2, { customerId: fakeId('user', 1), hold: server.hold });
    await alertOf(refused.ended.title);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(orders).toEqual([]);
    expect(screen.getByLabelText('Test card')).toHaveValue('challenge');
    expect(screen.getByRole('button', { name: checkoutText.needsHold })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: checkoutText.again }));
    expect(await payButton()).toBeVisible();
  });
});

describe('a payment', () => {
  it('is sent once for a double click', async () => {
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await chooseCard();
    const button = await payButton();
    act(() => {
      button.click();
      button.click();
    });
    expect(await thanks()).toBeVisible();
    expect([payments, orders].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('without an answer is asked about as it was sent, and the order is placed once', async () => {
    let count = 0;
    const { handle } = server;
    server.handle = (call) => {
      const answered = handle.call(server, call);
      if (call.path !== '/api/v1/checkout/payments') return answered;
      count += 1;
      return count === 1 ? problem('OUTCOME_UNKNOWN', 503) : answered;
    };
    await payWith('success');
    const alert = await alertOf(unknown.paying.title);
    await userEvent.click(within(alert).getByRole('button', { name: 'Ask again' }));
    expect(await thanks()).toBeVisible();
    const keys = payments.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    expect(server.cards.asked).toHaveLength(1);
  });

  it('whose total has changed says both, and pays the new one', async () => {
    let count = 0;
    const { handle } = server;
    server.handle = (call) => {
      if (call.path !== '/api/v1/checkout/payments') return handle.call(server, call);
      count += 1;
      if (count > 1) return handle.call(server, call);
      server.settings = { ...server.settings, deliveryFee: 6.99 };
      return problem('TOTAL_CHANGED', 409, { details: { from: TOTAL, to: 21.24 } });
    };
    await payWith('success');
    const alert = await alertOf('The total has changed');
    expect(alert).toHaveTextContent(/It was \$19.24, now it is \$21.24/);
    expect(orders).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: /^Pay \$21.24 and place/ }));
    expect(await thanks()).toBeVisible();
    expect(paid().total).toBe(21.24);
  });

  it('that is held stays held while the order is refused, and is not asked for twice', async () => {
    respondToOrders((call, count) =>
      count > 1 ? created(call) : problem('FARM_ON_HOLIDAY', 409, { message: 'On holiday' }),
    );
    await payWith('success');
    await alertOf('A farm cannot take this order now');
    expect(
      await screen.findByText(checkoutText.begun.heldOn('$19.24', 'Test card •••• 4242')),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }));
    expect(await thanks()).toBeVisible();
    expect(server.cards.asked).toHaveLength(1);
  });

  it('that does not fit the order is replaced by another', async () => {
    respondToOrders((call, count) =>
      count > 1 ? created(call) : problem('PAYMENT_NOT_AUTHORISED', 409),
    );
    await payWith('success');
    await alertOf(checkoutText.problem.payment);
    await userEvent.click(await payButton());
    expect(await thanks()).toBeVisible();
    expect(server.cards.asked).toHaveLength(2);
  });

  it('gives way to cash', async () => {
    await payWith('decline');
    await alertOf(declines.card_declined.title);
    await userEvent.click(screen.getByRole('radio', { name: /^Pay on delivery/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Place order' }));
    expect(await thanks()).toBeVisible();
    expect(orders[0]?.body).toMatchObject({ payment: 'pay_on_handover' });
  });

  it('is not begun too often', async () => {
    server.on('POST /api/v1/checkout/payments', () =>
      problem('RATE_LIMITED', 429, { message: 'Please wait a minute.' }),
    );
    await payWith('success');
    expect(await alertOf('Your order could not be placed')).toHaveTextContent('wait a minute');
    expect(screen.getByRole('radio', { name: /^Pay on delivery/ })).toBeEnabled();
  });

  it('ends where the customer goes back, and orders nothing', async () => {
    const { router } = await payWith('challenge');
    await dialog();
    await act(async () => void router.navigate('/cart'));
    await waitFor(() => expect(server.hold?.status).toBe('released'));
    expect(sessionStorage.getItem(`order:${server.user?._id}`)).toBeNull();
    expect(orders).toEqual([]);
  });
});
