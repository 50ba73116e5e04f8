import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '../../testing/fake-server';
import { fakeConnection } from '../../testing/live';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();

let server: FakeServer;

// A chunk is compiled when it is first opened, which can take longer than `findBy` waits.
beforeAll(async () => {
  await import('./live-panel');
});
beforeEach(() => {
  server = new FakeServer();
});

async function openPanel() {
  renderApp('/about', server);
  await userEvent.click(await screen.findByRole('button', { name: /^Live$/ }));
  return within(await screen.findByRole('dialog', { name: 'Live updates' }));
}

test('the chip opens what this page has measured, and counts on while it is open', async () => {
  const panel = await openPanel();
  const received = panel.getByText('Changes received').nextElementSibling;
  expect(received?.textContent).toBe('0');
  connection.emit('cart.changed', 1, {
    customerId: 'a'.repeat(24),
    cart: { items: [], total: 0, itemCount: 0, version: 1 },
  });
  expect(await panel.findByText('1')).toBe(received);
  expect(panel.getByText('Requests because of a change').nextElementSibling?.textContent).toBe('0');
  expect(panel.queryByText('Queues')).toBeNull();
  await userEvent.click(panel.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the bar is quiet while all is well: the state is in the footer, and in the menu', async () => {
  server.signInAs('customer');
  renderApp('/about', server);
  const footer = within(await screen.findByRole('contentinfo'));
  expect(await footer.findByRole('button', { name: 'Live' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Live' })).toHaveLength(1);
  expect(screen.queryByText('Customer')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'About live updates' }));
  expect(await screen.findByRole('dialog', { name: 'Live updates' })).toBeTruthy();
});

test('admins also see the queues and the stock check', async () => {
  server.signInAs('admin');
  const panel = await openPanel();
  expect(await panel.findByRole('rowheader', { name: 'domain-events' })).toBeTruthy();
  expect(await panel.findByText(/products agree with the ledger|Not checked yet/)).toBeTruthy();
});
