import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderDto, OrderProblem } from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { answer, makeProblem } from '../../testing/fake-problems';
import { FakeServer, problem } from '../../testing/fake-server';
import { type FakeUpload, fakeUploads, uploaded } from '../../testing/fake-upload';
import { fakeConnection } from '../../testing/live';
import { address, makeOrder } from '../../testing/order-fixtures';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
let server: FakeServer;
let order: OrderDto;

beforeAll(async () => {
  await Promise.all([
    import('./order'),
    import('./dashboard-farmer'),
    import('./dashboard-admin'),
    import('../../features/problems/report-dialog'),
    import('../../features/problems/answer-dialog'),
  ]);
});

/** An order of two products of one farm, handed over yesterday. */
beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer();
  server.signInAs('customer');
  const [first] = server.products;
  const items = server.products
    .filter(({ farmId }) => farmId === first?.farmId)
    .slice(0, 2)
    .map(({ _id, minimum }) => ({ productId: _id, quantity: minimum * 2 }));
  const made = makeOrder(server, { items, address });
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const parts = made.parts.map((part) => ({
    ...part,
    status: 'delivered' as const,
    timeline: [
      ...part.timeline,
      {
        ...{ status: 'delivered' as const, at, by: { role: 'farmer' as const, name: 'Frances' } },
        ...{ reason: null, declineReason: null, goods: null },
      },
    ],
  }));
  order = { ...made, status: 'Delivered', parts };
  server.orders.push(order);
});

const part = () => {
  const [one] = order.parts;
  if (!one) throw new Error('an order without parts');
  return one;
};
const lines = () => part().lines;
const refund = (amount: number): NonNullable<OrderProblem['answer']> => ({
  outcome: 'tender',
  lines: [{ productId: lines()[0]?.productId ?? '', amount }],
  amount,
  reason: 'Sorry for that.',
  by: { role: 'farmer', name: 'Frances' },
  at: new Date().toISOString(),
});

describe('a customer', () => {
  const open = async () => {
    await userEvent.click(
      await screen.findByRole('button', {
        name: `Report a problem with what came from ${part().farmName}`,
      }),
    );
    return screen.findByRole('dialog');
  };

  test('reports a line with a picture, finds what was entered again, and reads the answer live', async () => {
    const user = userEvent.setup();
    const uploads: FakeUpload[] = [];
    globalThis.XMLHttpRequest = fakeUploads((upload) => {
      uploads.push(upload);
    });
    const [bad] = lines();
    const name = bad?.name ?? '';
    renderApp(`/orders/${order._id}`, server);
    let dialog = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Send the report' }));
    expect(within(dialog).getAllByText('Please mark at least one product.')[0]).toBeVisible();
    await user.click(within(dialog).getByRole('checkbox', { name }));
    await user.selectOptions(within(dialog).getByLabelText(`What is wrong with ${name}?`), 'other');
    await user.click(within(dialog).getByRole('button', { name: 'Send the report' }));
    expect(within(dialog).getByLabelText('In your words')).toHaveAccessibleDescription(
      /Please say what is wrong\./,
    );
    await user.type(within(dialog).getByLabelText('In your words'), 'They were soft.');
    await user.upload(
      within(dialog).getByLabelText('Add pictures', { selector: 'input' }),
      new File(['x'], 'soft.png', { type: 'image/png' }),
    );
    await waitFor(() => expect(uploads).toHaveLength(1));
    const send = within(dialog).getByRole('button', { name: 'Send the report' });
    expect(send).toHaveAttribute('title', 'A picture is still being uploaded');
    uploads[0]?.respond();
    expect(await within(dialog).findByAltText('Picture 1 of the problem')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    dialog = await open();
    expect(within(dialog).getByRole('checkbox', { name })).toBeChecked();
    expect(within(dialog).getByLabelText('In your words')).toHaveValue('They were soft.');
    await user.click(within(dialog).getByRole('button', { name: 'Send the report' }));
    expect(await screen.findByText('The farm has your report')).toBeVisible();
    expect(server.problems[0]).toMatchObject({
      lines: [{ productId: bad?.productId, quantity: bad?.quantity, kind: 'other' }],
      text: 'They were soft.',
      pictures: [{ url: uploaded('soft').url }],
    });
    const report = await screen.findByRole('article', { name: new RegExp(name) });
    expect(within(report).getByText('Waits for an answer')).toBeVisible();
    expect(
      within(report).getByText(`Sent to ${part().farmName}. The answer comes here by itself.`),
    ).toBeVisible();
    await barIsComplete(server);
    const calls = server.calls.length;
    const stored = server.problems[0] as OrderProblem;
    connection.emit('problem.answered', 2, { problem: answer(stored, refund(1.5)) });
    expect(await within(report).findByText('$1.50 goes back to the card.')).toBeVisible();
    expect(within(report).getByText('“Sorry for that.”')).toBeVisible();
    expect(server.calls.slice(calls)).toEqual([]);
  });

  test('cannot report twice what waits for an answer, nor anything when it is too late', async () => {
    server.problems = [makeProblem(order)];
    const { unmount } = renderApp(`/orders/${order._id}`, server);
    const dialog = await open();
    expect(within(dialog).getByRole('checkbox', { name: lines()[0]?.name ?? '' })).toBeDisabled();
    expect(within(dialog).getByText('Reported already')).toBeVisible();
    unmount();
    for (const entry of part().timeline) entry.at = '2026-01-01T08:00:00.000Z';
    renderApp(`/orders/${order._id}`, server);
    await screen.findByText('Waits for an answer');
    expect(screen.queryByRole('button', { name: /^Report a problem/ })).toBeNull();
  });

  test('keeps what was entered when the server refuses it', async () => {
    const user = userEvent.setup();
    server.on('POST /api/v1/orders/:id/parts/:partId/problems', () =>
      problem('PROBLEM_OPEN', 409, { message: 'This is reported already' }),
    );
    renderApp(`/orders/${order._id}`, server);
    const dialog = await open();
    await user.click(within(dialog).getByRole('checkbox', { name: lines()[0]?.name ?? '' }));
    await user.click(within(dialog).getByRole('button', { name: 'Send the report' }));
    expect(await within(dialog).findByText('This is reported already')).toBeVisible();
    expect(within(dialog).getByRole('checkbox', { name: lines()[0]?.name ?? '' })).toBeChecked();
  });
});

describe('a farm', () => {
  const page = '/dashboard/farmer/problems';
  beforeEach(() => {
    server.signInAs('farmer', { farmId: part().farmId });
  });

  test('is told of a report live, refunds a part of it, and never more than came', async () => {
    const user = userEvent.setup();
    renderApp(page, server);
    expect(await screen.findByText('No report is open')).toBeVisible();
    await barIsComplete(server);
    const calls = server.calls.length;
    const reported = makeProblem(order, { text: 'They were soft.' });
    server.problems = [reported];
    connection.emit('problem.reported', 1, { problem: reported });
    const card = await screen.findByRole('article');
    expect(within(card).getByText('“They were soft.”')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Reports.*: ?1$/ })).toBeVisible();
    expect(server.calls.slice(calls)).toEqual([]);
    const [line] = reported.lines;
    const name = line?.name ?? '';
    await user.click(
      within(card).getByRole('button', { name: `Answer the report about ${order.code}` }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    const amount = dialog.getByLabelText(`Refund of ${name}`);
    expect(amount).toHaveValue((line?.refundable ?? 0).toFixed(2));
    await user.clear(amount);
    await user.type(amount, '999');
    await user.click(dialog.getByRole('button', { name: 'Refund it' }));
    expect(amount).toHaveAccessibleDescription(
      new RegExp(`Not more than \\$${(line?.refundable ?? 0).toFixed(2)}\\.`),
    );
    await user.clear(amount);
    await user.type(amount, '4');
    expect(
      dialog.getByText(
        'It costs the farm about $3.68: the market gives its fee of about $0.32 back.',
      ),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Refund it' }));
    expect(await screen.findByText('The customer has your answer')).toBeVisible();
    expect(server.problems[0]).toMatchObject({
      status: 'answered',
      answer: { outcome: 'tender', lines: [{ productId: line?.productId, amount: 4 }], amount: 4 },
    });
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Reports.*: ?1$/ })).toBeNull());
    expect(within(card).getByText('$4.00 goes back to the card.')).toBeVisible();
  });

  test('gives store credit, or nothing with a reason', async () => {
    const user = userEvent.setup();
    server.problems = [makeProblem(order, { payment: 'pay_on_handover' })];
    renderApp(`/orders/${order._id}`, server);
    await user.click(
      await screen.findByRole('button', { name: `Answer the report about ${order.code}` }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/The farm pays it back to the customer/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Store credit' }));
    expect(dialog.getByRole('button', { name: 'Give store credit' })).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'No refund' }));
    await user.click(dialog.getByRole('button', { name: 'Send the answer' }));
    const reason = dialog.getByLabelText('Reason');
    expect(reason).toHaveAccessibleDescription(/Please say why\./);
    await user.type(reason, 'I bring you new ones.');
    await user.click(dialog.getByRole('button', { name: 'Send the answer' }));
    expect(await screen.findByText('The customer has your answer')).toBeVisible();
    expect(server.problems[0]).toMatchObject({
      answer: { outcome: 'none', lines: [], reason: 'I bring you new ones.' },
    });
    expect(await screen.findByText('Nothing is refunded.')).toBeVisible();
  });

  test('sees that an admin was faster, with the typed words still there', async () => {
    const user = userEvent.setup();
    const open = makeProblem(order);
    server.problems = [open];
    renderApp(page, server);
    await user.click(
      await screen.findByRole('button', { name: `Answer the report about ${order.code}` }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^A word to the customer/), 'Sorry');
    connection.emit('problem.answered', 2, { problem: answer(open, refund(1)) });
    expect(await dialog.findByText('$1.00 goes back to the card.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Refund it' })).toHaveAttribute(
      'title',
      'Somebody else has answered it meanwhile.',
    );
    expect(dialog.getByLabelText(/^A word to the customer/)).toHaveValue('Sorry');
  });

  test('hears why the list cannot be shown', async () => {
    server.on('GET /api/v1/farms/mine/problems', () => problem('FORBIDDEN', 403));
    renderApp(page, server);
    expect(await screen.findByText('The reports could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

test('an admin has the reports of all farms, counted in the rail while they are open', async () => {
  server.signInAs('admin');
  const [first, second] = [
    makeProblem(order),
    makeProblem(order, { _id: 'f'.repeat(24), text: 'Again.' }),
  ];
  server.problems = [second, first];
  renderApp('/dashboard/admin/problems', server);
  const [card] = await screen.findAllByRole('article');
  expect(within(card as HTMLElement).getByText(new RegExp(part().farmName))).toBeVisible();
  const link = within(card as HTMLElement).getByRole('link', { name: order.code });
  expect(link).toHaveAttribute('href', `/orders/${order._id}`);
  expect(screen.getByRole('link', { name: /^Reports.*: ?2$/ })).toBeVisible();
  connection.emit('problem.answered', 2, { problem: answer(first, refund(1)) });
  expect(await screen.findByRole('link', { name: /^Reports.*: ?1$/ })).toBeVisible();
  // it stays where it is while somebody reads
  expect(screen.getAllByRole('article')).toHaveLength(2);
});
