import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnProductDto } from '#libs/contracts';
import { FakeServer } from '../../../testing/fake-server';
import { fakeConnection } from '../../../testing/live';
import { renderApp } from '../../../testing/render';

const { emit } = fakeConnection();

const path = '/dashboard/admin/products';
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('admin');
});

const row = (name: RegExp) => screen.findByRole('row', { name });
function product(name: string): OwnProductDto {
  const found = server.stall.products.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name} on any stall`);
  return found;
}
function put(name: string, change: Partial<OwnProductDto>): OwnProductDto {
  const before = product(name);
  const after = { ...before, ...change };
  server.stall.products = server.stall.products.map((one) => (one === before ? after : one));
  return after;
}

test('taking down asks for a reason and shows it in the row; releasing removes it', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  const carrots = () => row(/Rainbow Carrots/);
  await user.click(within(await carrots()).getByRole('button', { name: /^Take down:/ }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Take down' }));
  expect(within(dialog).getByLabelText('Reason')).toHaveAccessibleDescription(/give a reason/);
  expect(product('Rainbow Carrots').status).toBe('live');
  await user.type(within(dialog).getByLabelText('Reason'), 'They are parsnips');
  await user.click(within(dialog).getByRole('button', { name: 'Take down' }));
  expect(await within(await carrots()).findByText('They are parsnips')).toBeVisible();
  expect(product('Rainbow Carrots')).toMatchObject({
    status: 'paused',
    moderation: 'They are parsnips',
  });
  await user.click(within(await carrots()).getByRole('button', { name: /^Release:/ }));
  await within(await carrots()).findByRole('button', { name: /^Take down:/ });
  expect(product('Rainbow Carrots')).toMatchObject({ status: 'live', moderation: null });
});

test('a product for review is in the queue at once, can be viewed, and is approved', async () => {
  const user = userEvent.setup();
  const draft = put('Rosemary', { status: 'draft', description: 'From the wall by the gate.' });
  renderApp(path, server);
  await row(/Rosemary/);
  const waiting = put('Rosemary', { status: 'review', version: draft.version + 1 });
  emit('product.status-changed', waiting.version, { product: waiting, from: 'draft' });
  await user.click(await screen.findByRole('button', { name: 'Show what waits' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Brandywine/ })).toBeNull());
  const rosemary = await row(/Rosemary/);
  await user.click(within(rosemary).getByRole('button', { name: 'Look at Rosemary' }));
  expect(within(screen.getByRole('dialog')).getByText('From the wall by the gate.')).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(within(rosemary).getByRole('button', { name: /^Approve:/ }));
  await waitFor(() => expect(product('Rosemary').status).toBe('live'));
});

test('search, state and farm are search parameters', async () => {
  const user = userEvent.setup();
  const { router } = renderApp(path, server);
  await row(/Rainbow Carrots/);
  const farm = screen.getByRole('combobox', { name: 'Farm' });
  await user.click(farm);
  // the newest farms, of which the keys choose
  await screen.findByRole('option', { name: /Bluebell Dairy/ });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option', { name: /Bluebell/ })).toBeNull();
  await user.type(farm, 'bluebell');
  const bluebell = await screen.findByRole('option', { name: /Bluebell Dairy/ });
  await waitFor(() => expect(farm).toHaveAttribute('aria-activedescendant', bluebell.id));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Carrots/ })).toBeNull());
  await row(/Whole Milk/);
  expect(router.state.location.search).toMatch(/^\?farm=f0+4$/);
});
