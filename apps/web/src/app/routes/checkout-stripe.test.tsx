import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cardsText } from '../../features/cards/texts';
import { checkoutText } from '../../features/cart/checkout/texts';
import type { FakeCall } from '../../testing/fake-response';
import { FakeServer } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { makeCart, makeCartItem } from '../../testing/fixtures';
import { makeHome, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

fakeConnections();

const KEY = 'pk_test_farm';
const PAY = /^Pay \$19.24 and place order/;
/** The part of Stripe's script that the app uses, for `window.Stripe`. */
class FakeStripe {
  readonly options: Record<string, unknown>[] = [];
  readonly answered: string[] = [];
  isComplete = true;
  /** What Stripe answers to the request of each token. */
  tokens: (() => Promise<object>)[] = [];
  made = 0;
  mounted = 0;
  readonly factory = Object.assign(
    jest.fn((_key: string) => ({
      _registerWrapper: () => undefined,
      elements: (options: Record<string, unknown>) => {
        this.options.push(options);
        return {
          create: () => this.element,
          update: (more: Record<string, unknown>) => void this.options.push(more),
          submit: async () =>
            this.isComplete ? {} : { error: { type: 'validation_error', message: 'incomplete' } },
        };
      },
      createConfirmationToken: async () =>
        this.tokens.shift()?.() ?? { confirmationToken: { id: `ctoken_${++this.made}` } },
      handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
        this.answered.push(clientSecret);
        onAnswer(clientSecret);
        return {};
      },
    })),
    { version: 'endive' },
  );
  private readonly element = {
    on: (event: string, handler: () => void) => {
      if (event === 'ready') this.onReady = handler;
    },
    mount: () => {
      this.mounted += 1;
      this.onReady();
    },
    destroy: () => {
      this.mounted -= 1;
    },
  };
  private onReady: () => void = () => undefined;

  forget(): void {
    this.options.length = 0;
    this.answered.length = 0;
    this.isComplete = true;
    this.tokens = [];
    this.made = 0;
  }
}

let server: FakeServer;
/** One for all tests: the package keeps the script that it has loaded once. */
const stripe = new FakeStripe();
let orders: FakeCall[];
let payments: FakeCall[];
let onAnswer: (challenge: string) => void;
const scripts = () => [
  ...document.querySelectorAll<HTMLScriptElement>('script[src^="https://js.stripe.com"]'),
];

beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer();
  server.signInAs('customer');
  server.takeCards({ provider: 'stripe', publishableKey: KEY });
  const [tomatoes, , kale] = server.products;
  if (!tomatoes || !kale) throw new Error('the fixtures are short');
  server.cart = makeCart([makeCartItem(tomatoes, 1.5), makeCartItem(kale, 2)], 3);
  server.members.addressBook.addresses.push(makeHome());
  orders = [];
  server.on('POST /api/v1/orders', (call) => {
    orders.push(call);
    return { status: 201, body: makeOrder(server, call.body as never) };
  });
  payments = [];
  const { handle } = server;
  server.handle = (call) => {
    if (`${call.method} ${call.path}` === 'POST /api/v1/checkout/payments')
      payments.push(call as FakeCall);
    return handle.call(server, call);
  };
  stripe.forget();
  onAnswer = (challenge) =>
    void server.handle({
      ...{ method: 'POST', path: '/api/v1/test-cards/challenges', query: new URLSearchParams() },
      ...{ body: { challenge, passed: true }, headers: new Headers() },
    });
});

const byCard = async () =>
  userEvent.click(await screen.findByRole('radio', { name: /^Pay by card/ }));
const thanks = () => screen.findByRole('heading', { level: 1, name: /^Thank you, Casey!/ });

describe('a card by Stripe', () => {
  it('loads the script with the first card only, and once more after a failure', async () => {
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    expect(scripts()).toEqual([]);
    await byCard();
    const loading = await screen.findByRole('button', { name: cardsText.stripe.loading });
    expect(loading).toHaveAttribute('aria-disabled', 'true');
    // the package tries twice
    let failed: HTMLScriptElement | undefined;
    for (const _ of ['first', 'second']) {
      await waitFor(() => expect(scripts().filter((one) => one !== failed)).toHaveLength(1));
      failed = scripts().at(-1);
      await act(async () => void failed?.dispatchEvent(new Event('error')));
    }
    expect(await screen.findByText(cardsText.stripe.failed)).toBeVisible();
    // what else there is to pay with still works
    await userEvent.click(screen.getByRole('radio', { name: /^Pay on delivery/ }));
    expect(await screen.findByRole('button', { name: checkoutText.place })).toBeVisible();
    Object.assign(window, { Stripe: stripe.factory });
    await byCard();
    expect(await screen.findByRole('button', { name: PAY })).toBeVisible();
  });

  it('is typed into its fields, which make a token of it that pays', async () => {
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await byCard();
    const pay = await screen.findByRole('button', { name: PAY });
    expect(stripe.factory).toHaveBeenLastCalledWith(KEY);
    expect(stripe.options[0]).toMatchObject({
      amount: 1924,
      currency: 'usd',
      captureMethod: 'manual',
      allowedPaymentMethodTypes: ['card'],
    });
    expect(screen.queryByLabelText('Test card')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Save this card/ }));
    stripe.isComplete = false;
    await userEvent.click(pay);
    await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled', 'true'));
    expect(server.cards.asked).toEqual([]);
    // the fields say what is wrong
    expect(screen.queryByRole('alert')).toBeNull();
    stripe.isComplete = true;
    await userEvent.click(pay);
    expect(await thanks()).toBeVisible();
    expect(server.cards.asked).toEqual(['ctoken_1']);
    expect(stripe.options).toContainEqual({ setupFutureUsage: 'off_session' });
    expect(stripe.mounted).toBe(0);
  });

  it('gives each farm a token of its own', async () => {
    const [, squash] = server.products;
    if (!squash) throw new Error('the fixtures are short');
    Object.assign(squash, { farmId: server.farms[1]?._id });
    const { items, version } = server.cart;
    server.cart = makeCart([...items, makeCartItem(squash, 1)], version + 1);
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await byCard();
    await userEvent.click(await screen.findByRole('button', { name: /^Pay \$/ }));
    expect(await thanks()).toBeVisible();
    expect(payments.map(({ body }) => body)).toMatchObject([
      { card: { kind: 'new', tokens: ['ctoken_1', 'ctoken_2'], save: false } },
    ]);
  });

  it('says why Stripe gives no token, and pays with the next click', async () => {
    const why = 'We could not reach the bank.';
    stripe.tokens = [
      async () => ({ error: { type: 'api_error', message: why } }),
      () => Promise.reject(new Error('the frame is gone')),
    ];
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await byCard();
    const pay = await screen.findByRole('button', { name: PAY });
    await userEvent.click(pay);
    expect(await screen.findByRole('alert')).toHaveTextContent(why);
    await userEvent.click(pay);
    expect(await screen.findByText(cardsText.stripe.unread)).toBeVisible();
    expect(screen.queryByText(why)).toBeNull();
    expect(stripe.mounted).toBe(1);
    expect([payments, orders]).toEqual([[], []]);
    await userEvent.click(pay);
    expect(await thanks()).toBeVisible();
  });

  it('cannot be paid with twice while it is read', async () => {
    let answer: (made: object) => void = () => undefined;
    stripe.tokens = [() => new Promise((resolve) => (answer = resolve))];
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await byCard();
    await userEvent.click(await screen.findByRole('button', { name: PAY }));
    const reading = await screen.findByRole('button', { name: cardsText.stripe.reading });
    expect(reading).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(reading);
    await act(async () => answer({ confirmationToken: { id: 'ctoken_9' } }));
    expect(await thanks()).toBeVisible();
    expect(server.cards.asked).toEqual(['ctoken_9']);
    expect(stripe.made).toBe(0);
  });

  it('that is saved needs no fields, and Stripe shows its challenge', async () => {
    server.cards.saved = [{ reference: 'challenge', brand: 'visa', last4: '3155' }];
    renderApp('/checkout', server);
    await screen.findByRole('timer');
    await byCard();
    await userEvent.click(await screen.findByRole('button', { name: PAY }));
    expect(await thanks()).toBeVisible();
    expect(stripe.answered).toEqual(['secret_1']);
    expect(stripe.mounted).toBe(0);
    expect(orders).toHaveLength(1);
  });
});
