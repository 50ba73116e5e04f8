import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type CorrectionDto,
  type DomainEvent,
  farmBalanceSchema,
  type LedgerCheckDto,
  type OrderDto,
  type WaitingPayment,
} from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { fakeId } from '../../testing/fixtures';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();
const books = '/dashboard/farmer/money';
const desk = '/dashboard/admin/money';
const creek = fakeId('farm', 1);
const orchard = fakeId('farm', 2);

let server: FakeServer;
let events = 0;

function emit(name: DomainEvent['name'], payload: object, version = 1): void {
  events += 1;
  const head = { id: events.toString(16).padStart(24, '9'), name, aggregateId: 'x', version };
  const occurredAt = new Date(Date.now() + events).toISOString();
  const event = { ...head, occurredAt, correlationId: 'test', actorId: null, payload };
  // serialised as by the server
  const wire = JSON.parse(JSON.stringify(event)) as DomainEvent;
  act(() => connections.at(-1)?.onEvent(wire));
}

// A page is compiled when it is first opened, which can take longer than `findBy` waits.
beforeAll(async () => {
  await Promise.all([
    import('./dashboard-farmer'),
    import('./dashboard-admin'),
    import('./order'),
    import('./test-seller'),
  ]);
});

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
});

/** With plain spaces: a rate and its sign stay on one line. */
const textsOf = (elements: readonly HTMLElement[]) =>
  elements.map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim());
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1);
const entries = () => screen.findByRole('table', { name: 'What was booked, newest first' });
const sums = () => screen.getByLabelText('What the month adds up to');

describe('disputed payments', () => {
  test('appear on the money desk with what to do, and leave once they are decided', async () => {
    server.signInAs('admin');
    server.money.handOver(creek, 10);
    renderApp(desk, server);
    expect(await screen.findByRole('table', { name: 'What is owed to whom' })).toBeVisible();
    const heading = () => screen.queryByRole('heading', { name: 'Disputed payments' });
    expect(heading()).toBeNull();
    const dispute = {
      orderId: fakeId('order', 1),
      code: 'FG-0A',
      farmId: creek,
      amount: 14.99,
      reference: 'dp_1',
    };
    emit('order.disputed', { ...dispute, state: 'open', version: 5 }, 5);
    await waitFor(() => expect(heading()).toBeVisible());
    const list = within(screen.getByRole('region', { name: 'Disputed payments' })).getByRole(
      'list',
    );
    expect(list).toHaveTextContent('$14.99 of a card payment was taken back.');
    expect(
      await screen.findByText('A customer’s bank has taken back $14.99 of order FG-0A.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Order FG-0A' })).toHaveAttribute(
      'href',
      `/orders/${fakeId('order', 1)}`,
    );
    emit('order.disputed', { ...dispute, state: 'won', version: 6 }, 6);
    await waitFor(() => expect(heading()).toBeNull());
  });
});

describe('the books of a farm', () => {
  beforeEach(() => {
    server.signInAs('farmer');
  });

  test('say each order in words, with its order and its journals, and add up', async () => {
    server.money.handOver(creek, 42.1);
    server.money.handOver(creek, 20, { fulfilment: 'delivery', deliveryFee: 4.99 });
    renderApp(books, server);
    const [second, first] = rowsOf(await entries());
    expect(first).toHaveTextContent('Of $42.10 you get $38.73: $3.37 is the market’s 8 %.');
    expect(first).toHaveTextContent('Booked as 2026-11/1 (goods), 2026-11/2 (market’s fee)');
    expect(within(first as HTMLElement).getByRole('link', { name: 'Order FG-0A' })).toHaveAttribute(
      'href',
      `/orders/${fakeId('order', 1)}`,
    );
    expect(second).toHaveTextContent('The delivery fee of $4.99, taken in cash, is yours.');
    expect(second).toHaveTextContent('−$1.60');
    expect(second).toHaveTextContent('−$4.97');
    expect(screen.getByText('You owe the market $4.97')).toBeVisible();
    expect(screen.getByText('Of $62.10 you get $57.13: $4.97 is the market’s.')).toBeVisible();
    expect([...sums().querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      ...['$0.00', '+$62.10', '−$4.97', '+$4.99', '−$67.09', '−$4.97'],
    ]);
  });

  test('say how the farm is paid, open its account, and follow what becomes of it', async () => {
    renderApp(books, server);
    const card = await screen.findByRole('region', { name: 'Payouts' });
    expect(card).toHaveTextContent('By bank, from the market.');
    expect(
      within(card).getByRole('button', { name: 'Open an account at the test bank' }),
    ).toBeVisible();
    expect(within(card).queryByRole('button', { name: 'Be paid by bank again' })).toBeNull();
    const change = (change: Parameters<typeof server.money.payTo>[0]) => {
      server.money.payTo(change);
      const { version } = server.money.payouts;
      emit('farm.payouts-changed', { farmId: creek, ...server.money.payouts }, version);
    };
    change({ state: 'incomplete' });
    await waitFor(() =>
      expect(card).toHaveTextContent('Your account at the test bank is not complete.'),
    );
    change({ state: 'ready' });
    await waitFor(() => expect(card).toHaveTextContent('To your account at the test bank.'));
    change({ state: 'returned', returned: 14.19 });
    await waitFor(() => expect(card).toHaveTextContent('The market owes you these $14.19 again.'));
    await userEvent.click(within(card).getByRole('button', { name: 'Be paid by bank again' }));
    await waitFor(() => expect(card).toHaveTextContent('By bank, from the market.'));
  });

  test('leave payouts out where nobody can pay by card', async () => {
    server.money.payTo({ provider: null });
    renderApp(books, server);
    expect(await screen.findByText('You and the market are even')).toBeVisible();
    await barIsComplete(server);
    expect(screen.queryByRole('region', { name: 'Payouts' })).toBeNull();
  });

  test('are paid to an account once its data is entered at the test bank', async () => {
    renderApp('/test-cards/sellers/seller_1', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Enter my data' }));
    const card = await screen.findByRole('region', { name: 'Payouts' });
    await waitFor(() => expect(card).toHaveTextContent('To your account at the test bank.'));
  });

  test('know no account of another farm at the test bank', async () => {
    renderApp('/test-cards/sellers/seller_2', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Enter my data' }));
    expect(
      await screen.findByText('This account is not yours, or there is no test bank here'),
    ).toBeVisible();
  });

  test('an order by card is owed to the farm, which took nothing in cash', async () => {
    const delivery = { fulfilment: 'delivery', deliveryFee: 4.99 } as const;
    server.money.handOver(creek, 20, { ...delivery, byCard: true });
    renderApp(books, server);
    const [entry] = rowsOf(await entries());
    expect(entry).toHaveTextContent('Of $20.00 you get $18.40: $1.60 is the market’s 8 %.');
    expect(entry).not.toHaveTextContent('cash');
    expect(screen.getByText('The market owes you $23.39')).toBeVisible();
  });

  test('a month is empty, and ticks without a request when something is handed over', async () => {
    renderApp(books, server);
    expect(await screen.findByText('Nothing is booked in this month')).toBeVisible();
    expect(screen.getByText('You and the market are even')).toBeVisible();
    await barIsComplete(server);
    const calls = server.calls.length;
    const change = server.money.handOver(creek, 42.1);
    emit('farm.money-changed', change);
    await screen.findByText('You owe the market $3.37');
    // late and again
    emit('farm.money-changed', server.money.handOver(creek, 10));
    emit('farm.money-changed', change);
    await screen.findByText('You owe the market $4.17');
    const rows = rowsOf(await entries());
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveTextContent('Of $10.00 you get $9.20: $0.80 is the market’s 8 %.');
    expect(sums()).toHaveTextContent('Balance−$4.17');
    expect(server.calls.slice(calls)).toEqual([]);
  });

  test('a payment, a payout, a correction and a mistake that was put right are words, too', async () => {
    const { entries: booked } = server.money.handOver(creek, 42.1);
    const [{ lines } = { lines: [] }, fee] = server.money.journals;
    const back = (some: typeof lines) => some.map((one) => ({ ...one, cents: -one.cents }));
    const order = booked[0]?.order ?? null;
    server.money.book(
      creek,
      [
        { kind: 'cash', lines: back(lines) },
        { kind: 'fee', lines: back(fee?.lines ?? []) },
      ],
      { order, feeRate: 800 },
    );
    server.money.correct(creek, 5, 'A crate was lost');
    server.money.correct(creek, -1, 'Found again');
    server.money.pay(creek, 3, 'P-7', '2026-11-20');
    server.money.pay(creek, -1, 'IN-9', '2026-11-21');
    renderApp(books, server);
    const texts = rowsOf(await entries()).map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringContaining('You paid the market $1.00 on November 21, 2026.Reference: IN-9'),
      expect.stringContaining('The market paid you $3.00 on November 20, 2026.Reference: P-7'),
      expect.stringContaining('Corrected: you give $1.00.“Found again”'),
      expect.stringContaining('Corrected: you get $5.00.“A crate was lost”'),
      expect.stringContaining(
        'The hand-over was taken back: $42.10, of which $38.73 were yours and $3.37 the market’s.',
      ),
      expect.stringContaining('Of $42.10 you get $38.73'),
    ]);
    expect(screen.getByText('The market owes you $2.00')).toBeVisible();
  });

  test('what was given back is words, and the month says what is left', async () => {
    server.money.handOver(creek, 42.1);
    server.money.giveBack(creek, 42.1, { refunded: 10 });
    renderApp(books, server);
    const [refund] = rowsOf(await entries());
    expect(refund).toHaveTextContent(
      'You gave the customer $10.00 back, and the market its fee of $0.80 on it.',
    );
    const words = 'Of $42.10 you get $29.53: $10.00 was given back, and $2.57 is the market’s.';
    expect(screen.getByText(words)).toBeVisible();
    emit('farm.money-changed', server.money.giveBack(creek, 42.1, { credited: 2.1 }));
    const now = 'Of $42.10 you get $27.60: $12.10 was given back, and $2.40 is the market’s.';
    expect(await screen.findByText(now)).toBeVisible();
    expect(sums()).toHaveTextContent('Given back to customers−$12.10');
  });

  test('a month that gives back more than came of it says only what it adds up to', async () => {
    server.money.handOver(creek, 5);
    server.money.giveBack(creek, 100, { refunded: 100 });
    renderApp(books, server);
    await entries();
    expect(sums()).toHaveTextContent('Given back to customers−$100.00The market’s fee+$7.60');
    // the hand-over says it of itself
    expect(screen.getAllByText(/^Of \$5\.00 you get/)).toHaveLength(1);
  });

  test('closed months are marked and open; what came late into one changes the next', async () => {
    const user = userEvent.setup();
    server.money.month = '2026-10';
    server.money.handOver(creek, 100);
    server.money.month = '2026-11';
    server.money.handOver(creek, 42.1);
    renderApp(books, server);
    const months = within(await screen.findByRole('navigation', { name: 'All months' }));
    const texts = () => months.getAllByRole('link').map(({ textContent }) => textContent);
    expect(texts()).toEqual(['Nov 2026Open−$11.37', 'Oct 2026Open−$8.00']);
    await barIsComplete(server);
    const calls = server.calls.length;
    server.money.month = '2026-10';
    emit('farm.money-changed', server.money.handOver(creek, 50));
    await screen.findByText('You owe the market $15.37');
    expect(sums()).toHaveTextContent('Balance before−$12.00');
    server.money.closedMonth = '2026-10';
    const statement = server.money.summary(creek, '2026-10');
    emit('farm.money-changed', { statement, balance: server.money.balance(creek), entries: [] });
    await waitFor(() => expect(texts()).toEqual(['Nov 2026Open−$15.37', 'Oct 2026Closed−$12.00']));
    expect(server.calls.slice(calls)).toEqual([]);
    await user.click(months.getByRole('link', { name: /^Oct 2026/ }));
    expect(await screen.findByRole('heading', { name: 'Statement of Oct 2026' })).toBeVisible();
    expect(screen.getByText(/^It never changes again/)).toBeVisible();
    expect(rowsOf(await entries())).toHaveLength(2);
  });

  test('a long month shows its newest entries first, and prints all', async () => {
    for (let n = 1; n <= 21; n += 1) server.money.handOver(creek, n);
    renderApp(books, server);
    expect(rowsOf(await entries())).toHaveLength(20);
    expect(screen.getByRole('button', { name: 'Show all 21 entries' })).toBeVisible();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rowsOf(await entries())).toHaveLength(21);
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  test('a month that cannot be loaded says so beside the balance, and is tried again', async () => {
    const user = userEvent.setup();
    server.money.handOver(creek, 42.1);
    server.on('GET /api/v1/farms/mine/statements/:month', () => problem('FORBIDDEN', 403));
    renderApp(books, server);
    expect(await screen.findByText('This month could not be loaded')).toBeVisible();
    expect(screen.getByText('You owe the market $3.37')).toBeVisible();
    expect(screen.getByText('Request id: req-fake-1')).toBeVisible();
    const sound = new FakeServer();
    sound.user = server.user;
    sound.money.handOver(creek, 42.1);
    globalThis.fetch = sound.fetch;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(rowsOf(await entries())).toHaveLength(1);
  });
});

const check = (n: number, more: Partial<LedgerCheckDto> = {}): LedgerCheckDto => ({
  _id: n.toString(16).padStart(24, 'd'),
  startedAt: `2026-11-20T0${n}:00:00.000Z`,
  finishedAt: `2026-11-20T0${n}:00:01.000Z`,
  requestedBy: null,
  months: 2,
  journals: 412,
  orders: 105,
  faultCount: 0,
  faults: [],
  ...more,
});

describe('the money desk', () => {
  beforeEach(() => {
    server.signInAs('admin');
    server.money.check = check(1);
  });
  const farms = () => screen.findByRole('table', { name: 'What is owed to whom' });
  const figures = () => screen.getByLabelText('The market’s money');

  test('has what is owed to whom, and ticks without a request, also with the first money of a farm', async () => {
    server.money.handOver(creek, 42.1);
    renderApp(desk, server);
    expect(await farms()).toHaveTextContent('Owes the market $3.37');
    expect(figures()).toHaveTextContent('Farms owe the market$3.371 farm');
    expect(figures()).toHaveTextContent('Fees earned$3.37$3.37 in Nov 2026; 8 % of goods now.');
    await barIsComplete(server);
    const calls = server.calls.length;
    emit('farm.money-changed', server.money.handOver(creek, 10));
    await within(await farms()).findByText('Owes the market $4.17');
    expect(figures()).toHaveTextContent('Farms owe the market$4.171 farm');
    emit('market.money-changed', { ...server.money.market(), deliveryHeld: 4.99 });
    await waitFor(() => expect(figures()).toHaveTextContent('Fees earned$4.17$4.17 in Nov 2026'));
    expect(figures()).toHaveTextContent('Delivery fees held$4.99');
    const late = { month: '2026-10', feesEarned: 5, feesThisMonth: 3, deliveryHeld: 0, version: 9 };
    emit('market.money-changed', late);
    await waitFor(() => expect(figures()).toHaveTextContent('Fees earned$5.00$4.17 in Nov 2026'));
    expect(server.calls.slice(calls)).toEqual([]);
    emit('farm.money-changed', server.money.correct(orchard, 5, 'A crate was lost'));
    await within(await farms()).findByText('Is owed $5.00');
    expect(figures()).toHaveTextContent('The market owes farms$5.001 farm');
    const link = await within(await farms()).findByRole('link', { name: 'Windfall Orchard' });
    expect(link).toHaveAttribute('href', `${desk}/${orchard}`);
    expect(server.calls.slice(calls)).toEqual(['GET /api/v1/farms']);
  });

  test('has what customers have as store credit, live', async () => {
    server.money.handOver(creek, 42.1);
    server.money.giveBack(creek, 42.1, { credited: 2.1 });
    renderApp(desk, server);
    await farms();
    expect(figures()).toHaveTextContent('Customers have as store credit$2.10');
    server.money.giveBack(creek, 42.1, { credited: 10 });
    emit('market.money-changed', server.money.market());
    const now = 'Customers have as store credit$12.10';
    await waitFor(() => expect(figures()).toHaveTextContent(now));
  });

  test('says live which month is closed', async () => {
    server.money.month = '2026-10';
    server.money.handOver(creek, 42.1);
    server.money.month = '2026-11';
    renderApp(desk, server);
    expect(await screen.findByText('No month is closed yet.')).toBeVisible();
    await barIsComplete(server);
    const calls = server.calls.length;
    server.money.closedMonth = '2026-10';
    const statement = server.money.summary(creek, '2026-10');
    emit('farm.money-changed', { statement, balance: server.money.balance(creek), entries: [] });
    expect(await screen.findByText('Months up to Oct 2026 are closed.')).toBeVisible();
    expect(server.calls.slice(calls)).toEqual([]);
  });

  test('a payment is marked, and the books of the farm have it', async () => {
    const user = userEvent.setup();
    server.money.handOver(creek, 42.1);
    renderApp(desk, server);
    await user.click(
      await screen.findByRole('button', { name: 'Mark a payment of Hollow Creek Farm' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Amount')).toHaveValue('3.37');
    await user.click(dialog.getByRole('button', { name: 'Mark it as paid' }));
    expect(dialog.getByLabelText('Reference')).toHaveAccessibleDescription(
      /Please enter the bank’s reference/,
    );
    await user.type(dialog.getByLabelText('Reference'), 'IN-9');
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '4');
    await user.click(dialog.getByRole('button', { name: 'Mark it as paid' }));
    expect(dialog.getByLabelText('Amount')).toHaveAccessibleDescription(
      'Not more than is owed: $3.37.',
    );
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '3');
    await user.click(dialog.getByRole('button', { name: 'Mark it as paid' }));
    expect(await screen.findByText('The payment is booked')).toBeVisible();
    await within(await farms()).findByText('Owes the market $0.37');
    await user.click(within(await farms()).getByRole('link', { name: 'Hollow Creek Farm' }));
    expect(await screen.findByText(/“you” is the farm/)).toBeVisible();
    const [newest] = rowsOf(await entries());
    expect(newest).toHaveTextContent(/You paid the market \$3\.00 on .*Reference: IN-9/);
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
  });

  test('a payment of a balance that has changed is refused, and shows both', async () => {
    const user = userEvent.setup();
    server.money.handOver(creek, 42.1);
    renderApp(desk, server);
    await user.click(
      await screen.findByRole('button', { name: 'Mark a payment of Hollow Creek Farm' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reference'), 'IN-9');
    // its event is late
    server.money.handOver(creek, 10);
    await user.click(dialog.getByRole('button', { name: 'Mark it as paid' }));
    expect(await dialog.findByText('The balance is not what you saw')).toBeVisible();
    expect(
      dialog.getByText(
        'The balance has changed. You saw: Owes the market $3.37. It is: Owes the market $4.17.',
      ),
    ).toBeVisible();
    expect(dialog.getByLabelText('Reference')).toHaveValue('IN-9');
    await user.click(dialog.getByRole('button', { name: 'Mark it as paid' }));
    expect(await screen.findByText('The payment is booked')).toBeVisible();
    await within(await farms()).findByText('Owes the market $0.80');
  });

  test('a payment asks for the password and a code where the server wants them, and goes on', async () => {
    const user = userEvent.setup();
    const wanted = ['SESSION_NOT_RECENT', 'SECOND_FACTOR_NOT_RECENT'] as const;
    const given: unknown[] = [];
    const { money } = server;
    money.handOver(creek, 42.1);
    server.on('POST /api/v1/admin/money/farms/:id/payments', ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'));
      const lacking = wanted[given.length];
      if (lacking !== undefined) return problem(lacking, 403);
      money.pay(creek, -3.37, 'IN-9', '2026-11-20');
      return ok(
        farmBalanceSchema,
        { farmId: creek, farmName: 'Hollow Creek Farm', balance: 0 },
        201,
      );
    });
    const keys: (string | null)[] = [];
    server.on('POST /api/auth/sessions/confirm', ({ body }) => {
      given.push(body);
      return { status: 200, body: {} };
    });
    server.on('POST /api/auth/two-factor/verify-totp', ({ body }) => {
      if ((body as { code: string }).code === '000000') return problem('SECOND_FACTOR_FAILED', 401);
      given.push(body);
      return { status: 200, body: {} };
    });
    renderApp(desk, server);
    await user.click(
      await screen.findByRole('button', { name: 'Mark a payment of Hollow Creek Farm' }),
    );
    await user.type(await screen.findByLabelText('Reference'), 'IN-9');
    await user.click(screen.getByRole('button', { name: 'Mark it as paid' }));
    const asked = await screen.findByRole('dialog', { name: 'Is it still you?' });
    await user.type(within(asked).getByLabelText('Your password'), 'what the admin knows');
    await user.click(within(asked).getByRole('button', { name: 'Go on' }));
    const code = await within(asked).findByLabelText('Code');
    await user.type(code, '000000');
    await user.click(within(asked).getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/not right, or was used before/));
    await user.clear(code);
    await user.type(code, '123 456');
    await user.click(within(asked).getByRole('button', { name: 'Go on' }));
    expect(await screen.findByText('The payment is booked')).toBeVisible();
    expect(given).toEqual([{ password: 'what the admin knows' }, { code: '123456' }]);
    expect(new Set(keys).size).toBe(1);
  });

  test('a refund that a bank refuses comes live, counts in the rail, and is marked as paid back', async () => {
    const user = userEvent.setup();
    const { money } = server;
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const payment = (n: number, wait: WaitingPayment['wait']): WaitingPayment => ({
      _id: n.toString(16).padStart(24, 'c'),
      wait,
      order: { _id: fakeId('order', n), code: `FG-${n}A` },
      card: { brand: 'visa', last4: '4242' },
      version: 1,
    });
    const late = payment(1, {
      reason: 'unanswered',
      since: hoursAgo(2),
      act: 'capture',
      amount: 9,
    });
    const fresh = payment(2, {
      reason: 'unanswered',
      since: hoursAgo(0.5),
      act: 'refund',
      amount: 2,
    });
    money.cardPayments = [late, fresh];
    renderApp(desk, server);
    const table = await screen.findByRole('table', { name: 'Card payments that wait' });
    const rail = await screen.findByRole('navigation', { name: 'Admin panel' });
    expect(rowsOf(table)[0]).toHaveTextContent('No answer yet: take $9.00 from Visa •••• 4242');
    expect(within(table).queryByRole('button')).toBeNull();
    expect(within(rail).getByRole('link', { name: /^Money.*: ?1$/ })).toBeVisible();
    await barIsComplete(server);
    const calls = server.calls.length;
    const refused = payment(3, {
      ...{ reason: 'refund_refused', since: hoursAgo(0), act: 'refund', amount: 4 },
    });
    money.cardPayments = [late, fresh, refused];
    emit('waiting-payment.changed', { payment: refused });
    emit('waiting-payment.changed', { payment: { ...late, wait: null, version: 2 } });
    const mark = 'Mark the refund of FG-3A as paid back';
    const button = await within(table).findByRole('button', { name: mark });
    expect(rowsOf(table)).toHaveLength(2);
    expect(within(rail).getByRole('link', { name: /^Money.*: ?1$/ })).toBeVisible();
    expect(server.calls.slice(calls)).toEqual([]);
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: mark }));
    expect(dialog.getByText(/The customer gets \$4\.00 back/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Mark it as paid' }));
    expect(dialog.getByLabelText('Reference')).toHaveAccessibleDescription(
      /Please enter the bank’s reference/,
    );
    await user.type(dialog.getByLabelText('Reference'), 'OUT-3');
    await user.click(dialog.getByRole('button', { name: 'Mark it as paid' }));
    expect(await screen.findByText('The refund is booked')).toBeVisible();
    await waitFor(() => expect(rowsOf(table)).toHaveLength(1));
  });

  test('a check is asked for, and is red with the names of what is wrong', async () => {
    const user = userEvent.setup();
    renderApp(desk, server);
    expect(
      await screen.findByText('412 journals and 105 orders agree. There are no differences.'),
    ).toBeVisible();
    expect(screen.getByText('No farm has money in the books yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await screen.findByText('The check has begun');
    const faults = [
      { kind: 'journal-changed' as const, name: '2026-11/17', detail: null },
      { kind: 'order' as const, name: 'FG-7K3Q1M', detail: 'cash 4210, not 4110' },
    ];
    emit('ledger.checked', check(2, { faultCount: 2, faults }));
    expect(await screen.findByText('2 differences in the books.')).toBeVisible();
    const rows = rowsOf(screen.getByRole('table', { name: 'Differences in the books' }));
    expect(rows[0]).toHaveTextContent('2026-11/17');
    expect(rows[0]).toHaveTextContent('A journal was changed');
    expect(rows[1]).toHaveTextContent('cash 4210, not 4110');
  });

  test.each([
    ['GET /api/v1/admin/money', 'The market’s money could not be loaded'],
    ['GET /api/v1/admin/money/farms', 'The balances of the farms could not be loaded'],
    ['GET /api/v1/admin/money/card-payments', 'The card payments could not be loaded'],
    ['GET /api/v1/admin/money/corrections', 'The corrections could not be loaded'],
  ])('%s fails alone', async (call, words) => {
    server.on(call, () => problem('FORBIDDEN', 403));
    renderApp(desk, server);
    expect(await screen.findByText(words)).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1));
  });
});

test('without a connection the desk can be read, and says why nothing can be booked', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.signInAs('admin');
  server.money.handOver(creek, 42.1);
  renderApp(desk, server);
  for (const name of [/^Mark a payment of/, /^Correct the books of/, 'Check now']) {
    const button = await screen.findByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAttribute('title', 'Needs a connection');
  }
  online.mockRestore();
});

describe('corrections', () => {
  const correction = (n: number, more: Partial<CorrectionDto> = {}): CorrectionDto => ({
    _id: n.toString(16).padStart(24, 'e'),
    farmId: creek,
    farmName: 'Hollow Creek Farm',
    amount: 5,
    reason: 'A crate was lost',
    status: 'proposed',
    proposedBy: { _id: fakeId('user', 77), name: 'Ada Admin' },
    decidedBy: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    version: 1,
    ...more,
  });
  const confirmIt = 'Confirm: Hollow Creek Farm gets $5.00';
  beforeEach(() => {
    server.signInAs('admin');
    server.money.handOver(creek, 42.1);
  });

  test('one admin proposes, and cannot confirm it', async () => {
    const user = userEvent.setup();
    renderApp(desk, server);
    expect(await screen.findByText('No correction waits')).toBeVisible();
    await user.click(
      await screen.findByRole('button', { name: 'Correct the books of Hollow Creek Farm' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Propose it' }));
    expect(dialog.getByLabelText('Amount')).toHaveAccessibleDescription(/above zero/);
    await user.selectOptions(dialog.getByLabelText('What happens'), 'The farm gives it');
    await user.type(dialog.getByLabelText('Amount'), '2.50');
    await user.type(dialog.getByLabelText('Reason'), 'Counted twice');
    await user.click(dialog.getByRole('button', { name: 'Propose it' }));
    expect(await screen.findByText('The correction waits for another admin')).toBeVisible();
    expect(server.money.corrections[0]).toMatchObject({ amount: -2.5, reason: 'Counted twice' });
    expect(await screen.findByText('Hollow Creek Farm gives $2.50')).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'Confirm: Hollow Creek Farm gives $2.50' }),
    ).toHaveAttribute('title', 'Another admin has to confirm it');
    expect(
      screen.getByRole('button', { name: 'Withdraw: Hollow Creek Farm gives $2.50' }),
    ).not.toHaveAttribute('aria-disabled');
  });

  test('another admin confirms it, and it is booked', async () => {
    const user = userEvent.setup();
    server.money.corrections = [correction(1)];
    renderApp(desk, server);
    await user.click(await screen.findByRole('button', { name: confirmIt }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm this correction?' }));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The correction is booked')).toBeVisible();
    const table = await screen.findByRole('table', { name: 'What is owed to whom' });
    await within(table).findByText('Is owed $1.63');
  });

  test('one that is decided meanwhile is refused, and shows both', async () => {
    const user = userEvent.setup();
    server.money.corrections = [correction(1)];
    renderApp(desk, server);
    await user.click(await screen.findByRole('button', { name: confirmIt }));
    const dialog = within(await screen.findByRole('dialog'));
    server.money.corrections = [correction(1, { status: 'rejected', version: 2 })];
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(
      await dialog.findByText(
        'Another admin was faster: it is “Rejected” now, and you wanted “Confirmed”.',
      ),
    ).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  test('a proposal of another admin and its end arrive live', async () => {
    renderApp(desk, server);
    await screen.findByText('No correction waits');
    await barIsComplete(server);
    const calls = server.calls.length;
    emit('correction.changed', { correction: correction(2) });
    expect(await screen.findByRole('button', { name: confirmIt })).toBeVisible();
    const decided = { status: 'rejected' as const, version: 2 };
    const decidedBy = { _id: fakeId('user', 78), name: 'Bea Admin' };
    emit('correction.changed', { correction: correction(2, { ...decided, decidedBy }) });
    // stays in its place while somebody reads
    expect(await screen.findByText(/Rejected by Bea Admin/)).toBeVisible();
    expect(screen.queryByRole('button', { name: confirmIt })).toBeNull();
    expect(server.calls.slice(calls)).toEqual([]);
  });
});

describe('an order', () => {
  const place = (): OrderDto => {
    const ids = [creek, orchard].map((farm) => server.products.find((one) => one.farmId === farm));
    const items = ids.map((product) => ({ productId: product?._id ?? '', quantity: 2 }));
    const order = makeOrder(server, { items, address });
    const [first, second] = order.parts;
    if (!first || !second) throw new Error('an order of two farms');
    Object.assign(first, { subtotal: 42.1, status: 'delivered' });
    Object.assign(second, { subtotal: 20 });
    Object.assign(order, { deliveryFee: 4.99 });
    server.orders.unshift(order);
    return order;
  };

  test.each(['customer', 'admin', 'farmer'] as const)(
    'says to a %s who got what, as it is booked',
    async (role) => {
      server.signInAs(role);
      const order = place();
      renderApp(`/orders/${order._id}`, server);
      const section = within(await screen.findByRole('region', { name: 'Who got what' }));
      expect(textsOf(section.getAllByRole('listitem'))).toEqual([
        'Of $42.10 Hollow Creek Farm gets $38.73: $3.37 is the market’s 8 %.',
        'The delivery fee of $4.99 goes to the farms that deliver, once nothing is open.',
      ]);
    },
  );

  test('shares the delivery fee in proportion once nothing is open', async () => {
    server.signInAs('customer');
    const order = place();
    for (const part of order.parts) Object.assign(part, { status: 'delivered' });
    renderApp(`/orders/${order._id}`, server);
    const section = within(await screen.findByRole('region', { name: 'Who got what' }));
    expect(textsOf(section.getAllByRole('listitem'))).toEqual([
      'Of $42.10 Hollow Creek Farm gets $38.73: $3.37 is the market’s 8 %. It gets $3.38 for the delivery, too.',
      'Of $20.00 Windfall Orchard gets $18.40: $1.60 is the market’s 8 %. It gets $1.61 for the delivery, too.',
    ]);
  });

  test('says what farm, market and customer have after refunds, and what store credit paid', async () => {
    server.signInAs('customer');
    const order = place();
    const at = new Date().toISOString();
    const back = (to: 'tender' | 'credit', amount: number) => ({
      ...{ _id: fakeId('part', 0x700), at, by: { role: 'farmer' as const, name: 'Wren' }, to },
      ...{ amount, lines: [], reason: null, problemId: fakeId('part', 0x701) },
    });
    const [first, second] = order.parts;
    // $32.10 in cash and $10 of store credit; of the delivery fee $1 is store credit
    Object.assign(first ?? {}, {
      payment: { status: 'paid', amount: 32.1, credit: 10 },
      refunds: [back('tender', 34.1), back('credit', 3)],
    });
    Object.assign(second ?? {}, { status: 'delivered', refunds: [back('credit', 20)] });
    Object.assign(order.payment, { credit: 11 });
    renderApp(`/orders/${order._id}`, server);
    const section = within(await screen.findByRole('region', { name: 'Who got what' }));
    expect(textsOf(section.getAllByRole('listitem'))).toEqual([
      '$37.10 of $42.10 was given back. Of the rest Hollow Creek Farm keeps $4.60: $0.40 is the market’s 8 %. It gets $3.38 for the delivery, too.',
      'Windfall Orchard gave all $20.00 back. It gets $1.61 for the delivery, too.',
      'Store credit paid $11.00 of the order. The customer gets $32.10 back from the farm. The customer gets $25.00 as store credit.',
    ]);
  });

  test('says nothing of money before the first hand-over', async () => {
    server.signInAs('customer');
    const order = place();
    for (const part of order.parts) Object.assign(part, { status: 'packed' });
    renderApp(`/orders/${order._id}`, server);
    await screen.findByRole('heading', { name: /FG-7K3Q0M/ });
    expect(screen.queryByText('Who got what')).toBeNull();
  });
});
