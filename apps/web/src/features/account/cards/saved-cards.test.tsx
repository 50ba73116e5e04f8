import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, problem } from '../../../testing/fake-server';
import { renderApp } from '../../../testing/render';

const path = '/dashboard/customer/profile';
const remove = 'DELETE /api/v1/cards/:reference';
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  server.settings = { ...server.settings, cards: { provider: 'test-cards' } };
  server.cards.saved = [
    { reference: 'card_1', brand: 'visa', last4: '4242' },
    { reference: 'card_2', brand: 'mastercard', last4: '4444' },
  ];
});
const cards = async () => within(await screen.findByRole('region', { name: 'Saved cards' }));

test('a card is removed after a question', async () => {
  const removed: string[] = [];
  server.on(remove, ({ params }) => {
    removed.push(params.reference ?? '');
    return { status: 204, body: undefined };
  });
  renderApp(path, server);
  const list = await cards();
  expect(await list.findByText('Mastercard •••• 4444')).toBeVisible();
  await userEvent.click(list.getByRole('button', { name: 'Remove Visa •••• 4242' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this card?' }));
  expect(removed).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Card removed');
  expect(removed).toEqual(['card_1']);
  expect(list.queryByText('Visa •••• 4242')).toBeNull();
  expect(list.getByText('Mastercard •••• 4444')).toBeVisible();
});

test('a card that another tab has removed leaves the list, and one that cannot be removed stays', async () => {
  server.on(remove, ({ params }) =>
    params.reference === 'card_1'
      ? problem('CARD_NOT_FOUND', 404)
      : problem('SERVICE_UNAVAILABLE', 503, { message: 'The provider has no answer' }),
  );
  renderApp(path, server);
  const list = await cards();
  for (const name of ['Visa •••• 4242', 'Mastercard •••• 4444']) {
    await userEvent.click(await list.findByRole('button', { name: `Remove ${name}` }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  }
  expect(await screen.findByText('The card could not be removed')).toBeVisible();
  await waitFor(() => expect(list.queryByText('Visa •••• 4242')).toBeNull());
  expect(list.getByText('Mastercard •••• 4444')).toBeVisible();
});

test('no card, and no connection', async () => {
  server.cards.saved = [];
  const { unmount } = renderApp(path, server);
  expect(await (await cards()).findByText('No saved card.')).toBeVisible();
  unmount();
  server.cards.saved = [{ reference: 'card_1', brand: 'visa', last4: '4242' }];
  renderApp(path, server);
  const button = await (await cards()).findByRole('button', { name: 'Remove Visa •••• 4242' });
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(button).toHaveAttribute('aria-disabled', 'true');
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
});

test('a market without cards shows none', async () => {
  server.settings = { ...server.settings, cards: null };
  renderApp(path, server);
  await screen.findByRole('heading', { name: 'Addresses' });
  expect(screen.queryByText('Saved cards')).toBeNull();
  expect(server.calls).not.toContain('GET /api/v1/cards');
});
