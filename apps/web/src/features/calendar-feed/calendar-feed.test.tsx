import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, problem } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});
const card = async () => within(await screen.findByRole('region', { name: 'In your calendar' }));

test('a customer makes an address, which is shown once, copies it, and revokes it', async () => {
  const user = userEvent.setup();
  server.signInAs('customer');
  const { unmount } = renderApp('/dashboard/customer/profile', server);
  await user.click(await (await card()).findByRole('button', { name: 'Make an address' }));
  expect(await (await card()).findByText(/Copy the address now/)).toHaveFocus();
  await user.click((await card()).getByRole('button', { name: 'Copy it' }));
  expect(await navigator.clipboard.readText()).toMatch(/^https:\/\/shop.example\/.*\.ics$/);
  await user.click((await card()).getByRole('button', { name: 'I have it' }));
  expect((await card()).getByText(/There is an address, made on/)).toBeVisible();
  expect((await card()).queryByText(/\.ics/)).toBeNull();
  unmount();

  renderApp('/dashboard/customer/profile', server);
  await user.click(await (await card()).findByRole('button', { name: 'Revoke it' }));
  expect(await (await card()).findByRole('button', { name: 'Make an address' })).toBeVisible();
  expect(server.members.feed).toBeNull();
});

test('a farmer finds it below the days, and not beside a form', async () => {
  server.signInAs('farmer');
  const { router } = renderApp('/dashboard/farmer/days', server);
  expect((await card()).getByText(/how many orders each has/)).toBeVisible();
  await act(() => router.navigate('/dashboard/farmer/days?edit=new'));
  expect(await screen.findByRole('button', { name: /Save/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'In your calendar' })).toBeNull();
});

test('an address that cannot be made is said, and can be tried again', async () => {
  const user = userEvent.setup();
  server.signInAs('customer');
  server.on('POST /api/v1/feeds', () => problem('SERVICE_UNAVAILABLE', 503));
  renderApp('/dashboard/customer/profile', server);
  await user.click(await (await card()).findByRole('button', { name: 'Make an address' }));
  expect(await screen.findByText('That did not work')).toBeVisible();
  expect((await card()).getByRole('button', { name: 'Make an address' })).toBeEnabled();
});
