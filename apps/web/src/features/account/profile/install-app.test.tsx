import { afterEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '../../../testing/fake-server';
import { renderApp } from '../../../testing/render';

afterEach(() => {
  delete window.installOffer;
  jest.restoreAllMocks();
});

async function openProfile(): Promise<void> {
  const server = new FakeServer();
  server.signInAs('customer');
  renderApp('/dashboard/customer/profile', server);
  await screen.findByRole('button', { name: 'Edit Profile' });
}

it('offers to install the app where the browser does, once', async () => {
  await openProfile();
  expect(screen.queryByRole('heading', { name: 'On your home screen' })).toBeNull();
  const prompt = jest.fn(async () => undefined);
  act(() => {
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Install Farmgate' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Install Farmgate' })).toBeNull(),
  );
});

it('says how it is done on an iPhone, whose browser offers nothing', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS)');
  await openProfile();
  expect(screen.getByText(/Share.*Add to Home Screen/)).toBeInTheDocument();
});
