import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Message, OrderDto } from '#libs/contracts';
import { barIsComplete } from '../../testing/complete-bar';
import { conversationOf, makeMessage, makeMessageReport } from '../../testing/fake-conversations';
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
    import('./dashboard-customer'),
    import('../../features/conversations/thread'),
  ]);
});

beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer();
  server.signInAs('customer');
  const [first] = server.products;
  const items = [{ productId: first?._id ?? '', quantity: (first?.minimum ?? 1) * 2 }];
  order = makeOrder(server, { items, address });
  server.orders.push(order);
});

const part = () => {
  const [one] = order.parts;
  if (!one) throw new Error('an order without parts');
  return one;
};
/** Stores these messages, of which nobody has read any, and returns what an event of the last says. */
const wrote = (...messages: Message[]) => {
  server.messages = messages;
  const conversation = conversationOf(order, messages);
  server.conversations = [conversation];
  return { message: messages.at(-1) as Message, conversation };
};
const page = () => `/orders/${order._id}`;
const openThread = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Messages with/ }));
const field = () => screen.findByLabelText(/^Your message to/);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

describe('a customer', () => {
  test('writes with a picture, and reads the answer live, with nothing fetched', async () => {
    const uploads: FakeUpload[] = [];
    globalThis.XMLHttpRequest = fakeUploads((upload) => {
      uploads.push(upload);
    });
    renderApp(page(), server);
    await openThread();
    expect(await screen.findByText(/^Nothing was written yet/)).toBeVisible();
    await send();
    expect(await screen.findByText('Please write something.')).toBeVisible();
    await userEvent.type(await field(), 'I come at five.{Enter}Is that right?');
    await userEvent.upload(
      screen.getByLabelText('Add pictures', { selector: 'input' }),
      new File(['x'], 'gate.png', { type: 'image/png' }),
    );
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.respond();
    expect(await screen.findByAltText('Picture 1 of the message')).toBeVisible();
    await send();
    expect(await screen.findByText('Sent')).toBeVisible();
    expect(await field()).toHaveValue('');
    expect(server.messages).toMatchObject([
      {
        text: 'I come at five.\nIs that right?',
        from: 'customer',
        pictures: [{ url: uploaded('gate').url }],
      },
    ]);
    await barIsComplete(server);
    const calls = server.calls.length;
    const [own] = server.messages as [Message];
    const read = conversationOf(order, [own], { farm: 1 }, 2);
    connection.emit('message.read', 2, { conversation: read, side: 'farm', since: 1 });
    expect(await screen.findByText('Read')).toBeVisible();
    expect(server.calls.slice(calls)).toEqual([]);
    const answer = makeMessage(order, { number: 2, text: 'Yes, five.' });
    server.messages = [own, answer];
    const conversation = conversationOf(order, server.messages, { farm: 1 }, 3);
    server.conversations = [conversation];
    connection.emit('message.sent', 3, { message: answer, conversation });
    expect(await screen.findByText('Yes, five.')).toBeVisible();
    // it is on the screen, and so it is read: nothing else is asked
    await waitFor(() => expect(server.calls).toHaveLength(calls + 1));
    expect(server.calls.at(-1)).toMatch(/^PUT .*\/messages\/read$/);
    await waitFor(() => expect(server.conversations[0]?.read.customer).toBe(2));
  });

  test('sees how many messages are new, on the order and in the list, until they are read', async () => {
    wrote(makeMessage(order), makeMessage(order, { number: 2, text: 'Or six?' }));
    const { unmount } = renderApp('/dashboard/customer/orders', server);
    const link = await screen.findByRole('link', { name: /^2 new messages/ });
    expect(link).toHaveAttribute('href', `${page()}?messages=${part()._id}`);
    unmount();
    renderApp(page(), server);
    expect(await screen.findByRole('button', { name: /2 new messages$/ })).toBeVisible();
    expect(server.calls.some((call) => call.startsWith('PUT'))).toBe(false);
    await openThread();
    expect(await screen.findByText('Or six?')).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /2 new messages$/ })).toBeNull(),
    );
    expect(server.conversations[0]?.unread.customer).toBe(0);
  });

  test('opens the messages from a link, as plain text without links', async () => {
    wrote(makeMessage(order, { text: 'See https://evil.example or <b>mail me@evil.example</b>' }));
    renderApp(`${page()}?messages=${part()._id}`, server);
    const words = await screen.findByText(/evil\.example/);
    expect(words).toHaveTextContent('See https://evil.example or <b>mail me@evil.example</b>');
    expect(words.querySelector('*')).toBeNull();
    expect(words.closest('a')).toBeNull();
  });

  test('sends again what failed, with the same key, also after a reload', async () => {
    const keys: (string | null)[] = [];
    const route = 'POST /api/v1/orders/:id/parts/:partId/messages';
    server.on(route, ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'));
      return problem('CONVERSATION_CLOSED', 409, { message: 'The time is over' });
    });
    const first = renderApp(page(), server);
    await openThread();
    await userEvent.type(await field(), 'Hello');
    await send();
    expect(await screen.findByText('Not sent. The time is over')).toBeVisible();
    await userEvent.type(await field(), 'And this is typed');
    first.unmount();
    renderApp(page(), server);
    await openThread();
    expect(await field()).toHaveValue('And this is typed');
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(new Set(keys).size).toBe(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Hello')).toBeNull();
  });

  test('keeps what was typed while there is no connection', async () => {
    renderApp(page(), server);
    await openThread();
    await userEvent.type(await field(), 'Hello');
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute(
      'title',
      'Needs a connection; what you have typed stays',
    );
    await userEvent.type(await field(), '{Control>}{Enter}{/Control}');
    expect([await field(), server.messages]).toEqual([
      expect.objectContaining({ value: 'Hello' }),
      [],
    ]);
    online.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    await userEvent.type(await field(), '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.messages).toMatchObject([{ text: 'Hello' }]));
  });

  test('reports a message, and sees later that it was removed', async () => {
    wrote(makeMessage(order, { text: 'Buy elsewhere' }));
    renderApp(page(), server);
    await openThread();
    await userEvent.click(
      await screen.findByRole('button', { name: /^Report the message of Frances/ }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'An advertisement');
    await userEvent.click(dialog.getByRole('button', { name: 'Report it' }));
    expect(await screen.findByText('You have reported it. Farmgate looks at it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Report the message/ })).toBeNull();
    expect(server.messageReports).toMatchObject([{ reason: 'An advertisement', status: 'open' }]);
    const removedAt = new Date().toISOString();
    const removed = { ...makeMessage(order), text: '', removedAt, version: 2 };
    const { customer } = order;
    const { farmId } = part();
    connection.emit('message.removed', 2, { message: removed, customerId: customer._id, farmId });
    expect(await screen.findByText('Farmgate removed this message.')).toBeVisible();
    expect(screen.queryByText('Buy elsewhere')).toBeNull();
  });

  test('can read, and not write, two weeks after the hand-over', async () => {
    const at = '2026-01-01T08:00:00.000Z';
    const step = { status: 'delivered' as const, at, by: { role: 'farmer' as const, name: 'F' } };
    const entry = { ...step, reason: null, declineReason: null, goods: null };
    const ended = { ...part(), status: 'delivered' as const, timeline: [entry] };
    order = { ...order, status: 'Delivered', parts: [ended] };
    server.orders.splice(0, 1, order);
    wrote(makeMessage(order));
    renderApp(page(), server);
    await openThread();
    expect(await screen.findByText('The time to write about this order is over.')).toBeVisible();
    expect(screen.queryByLabelText(/^Your message to/)).toBeNull();
  });

  test('hears why the messages cannot be shown', async () => {
    server.on('GET /api/v1/orders/:id/parts/:partId/messages', () => problem('FORBIDDEN', 403));
    renderApp(page(), server);
    await openThread();
    expect(await screen.findByText('The messages could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

test.each([
  ['on its board', '/dashboard/farmer/orders'],
  ['in its table', '/dashboard/farmer/orders?view=table'],
])('a farm sees %s which order has new messages, live', async (_, path) => {
  server.signInAs('farmer', { farmId: part().farmId });
  renderApp(path, server);
  await screen.findByRole('link', { name: order.code });
  await barIsComplete(server);
  const calls = server.calls.length;
  const first = makeMessage(order, { from: 'customer', author: order.customer.name });
  connection.emit('message.sent', 1, wrote(first));
  const link = await screen.findByRole('link', { name: /^1 new message/ });
  expect(link).toHaveAttribute('href', `${page()}?messages=${part()._id}`);
  const conversation = conversationOf(order, [first], { farm: 1 }, 2);
  connection.emit('message.read', 2, { conversation, side: 'farm', since: 1 });
  await waitFor(() => expect(screen.queryByRole('link', { name: /^1 new message/ })).toBeNull());
  expect(server.calls.slice(calls)).toEqual([]);
});

describe('an admin', () => {
  beforeEach(() => {
    server.signInAs('admin');
  });

  test('removes a reported message with a reason; the rail counts what is open', async () => {
    const message = makeMessage(order, { text: 'Buy elsewhere' });
    renderApp('/dashboard/admin/reported-messages', server);
    expect(await screen.findByText('No report is open')).toBeVisible();
    await barIsComplete(server);
    const report = makeMessageReport(order, message);
    server.messageReports = [report];
    connection.emit('message.report-changed', 1, { report });
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Buy elsewhere')).toBeVisible();
    expect(card.getByText('“An advertisement”')).toBeVisible();
    expect(await screen.findByRole('link', { name: /^Reported messages.*: ?1$/ })).toBeVisible();
    expect(
      card.getByRole('link', { name: `The conversation about ${order.code}` }),
    ).toHaveAttribute('href', `${page()}?messages=${part()._id}`);
    await userEvent.click(card.getByRole('button', { name: 'Remove the message of Frances' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'It is one');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The message is removed')).toBeVisible();
    expect(server.messageReports).toMatchObject([
      { status: 'removed', decision: { reason: 'It is one' } },
    ]);
    // it stays where it is while somebody reads
    expect(card.getByText('Removed')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Reported messages.*: ?1$/ })).toBeNull();
  });

  test('reads a conversation only once it is reported, and writes nothing in it', async () => {
    const { unmount } = renderApp(page(), server);
    await screen.findByRole('heading', { name: new RegExp(order.code) });
    await barIsComplete(server);
    expect(screen.queryByRole('button', { name: /^Messages/ })).toBeNull();
    unmount();
    wrote(makeMessage(order, { text: 'Buy elsewhere' }));
    renderApp(page(), server);
    await userEvent.click(await screen.findByRole('button', { name: /^Messages between/ }));
    expect(await screen.findByText('Buy elsewhere')).toBeVisible();
    expect(screen.queryByLabelText(/^Your message to/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
  });
});
