import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { demoSessionSchema, userDtoSchema } from '#libs/contracts';
import { catchErrors } from '../testing/console';
import { FakeServer, ok, problem } from '../testing/fake-server';
import { makeToken, makeUser } from '../testing/fixtures';
import { renderApp } from '../testing/render';

const at = (router: { state: { location: { pathname: string } } }, path: string) =>
  waitFor(() => expect(router.state.location.pathname).toBe(path));

describe('route guard', () => {
  afterEach(() => void jest.useRealTimers());

  it.each(['/cart', '/dashboard', '/dashboard/admin', '/orders/1'])(
    'redirects a visitor from %s to /auth',
    async (path) => {
      const { router } = renderApp(path);
      await at(router, '/auth');
      await screen.findByRole('tab', { name: 'Admin Sign in' });
    },
  );

  it('redirects a role without access to its own dashboard', async () => {
    const server = new FakeServer();
    server.signInAs('farmer');
    const { router } = renderApp('/cart', server);
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/dashboard\/farmer/));
  });

  it('redirects to /auth when the role lookup fails, with a console error', async () => {
    const server = new FakeServer();
    server.signInAs('admin');
    server.on('GET /api/v1/users/me', () => problem('INTERNAL', 500));
    const logged = catchErrors();
    const { router } = renderApp('/dashboard/admin', server);
    await at(router, '/auth');
    expect(logged.flat()).toContain('The session could not be initialised');
  });

  it('returns from /auth when a later role lookup succeeds', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = new FakeServer();
    const user = server.signInAs('customer');
    server.on('GET /api/v1/users/me', () => problem('SERVICE_UNAVAILABLE', 503));
    catchErrors();
    const { router } = renderApp('/cart', server);
    await at(router, '/auth');
    server.on('GET /api/v1/users/me', () => ok(userDtoSchema, user));
    act(() => jest.advanceTimersByTime(6_000));
    await at(router, '/cart');
  });

  it('ignores the user of an earlier account whose lookup answers after another sign-in', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = new FakeServer();
    const earlier = server.signInAs('customer');
    server.on('GET /api/v1/users/me', () => problem('SERVICE_UNAVAILABLE', 503));
    catchErrors();
    const { router } = renderApp('/cart', server);
    await at(router, '/auth');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.on('GET /api/v1/users/me', () => answered.then(() => ok(userDtoSchema, earlier)));
    const asked = () => server.calls.filter((call) => call === 'GET /api/v1/users/me').length;
    const before = asked();
    act(() => jest.advanceTimersByTime(6_000));
    await waitFor(() => expect(asked()).toBe(before + 1));
    const farmer = makeUser('farmer');
    server.on('POST /api/v1/demo/sign-in', () =>
      ok(demoSessionSchema, { token: makeToken(farmer._id, farmer.email), user: farmer }),
    );
    const pressing = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await pressing.click(await screen.findByRole('button', { name: 'Demo farmer' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/dashboard\/farmer/));
    await act(async () => answer());
    expect(router.state.location.pathname).toMatch(/^\/dashboard\/farmer/);
    expect(localStorage.getItem('userRole')).toBe('farmer');
  });

  it('stays signed out when another tab signs out while the user is loaded', async () => {
    const server = new FakeServer();
    const user = server.signInAs('customer');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.on('GET /api/v1/users/me', () => answered.then(() => ok(userDtoSchema, user)));
    const { router } = renderApp('/cart', server);
    await waitFor(() => expect(server.calls).toContain('GET /api/v1/users/me'));
    localStorage.removeItem('token');
    const signedOut = { key: 'token', oldValue: 'a token', newValue: null };
    act(() => void window.dispatchEvent(new StorageEvent('storage', signedOut)));
    await at(router, '/auth');
    await act(async () => answer());
    expect(router.state.location.pathname).toBe('/auth');
    expect(localStorage.getItem('userRole')).toBeNull();
  });

  it('signs a suspended account out', async () => {
    const server = new FakeServer();
    server.signInAs('customer');
    server.on('GET /api/v1/users/me', () => problem('USER_SUSPENDED', 403));
    catchErrors();
    const { router } = renderApp('/cart', server);
    await at(router, '/auth');
    expect(await screen.findByText(/This account is suspended/)).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('does not admit a suspended account, even after a successful sign-in', async () => {
    const server = new FakeServer();
    server.on('POST /api/v1/demo/sign-in', () =>
      ok(demoSessionSchema, {
        token: makeToken('a', 'a@example.org'),
        user: makeUser('customer', { status: 'suspended' }),
      }),
    );
    const { router } = renderApp('/auth', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Demo customer' }));
    expect(await screen.findByText('The demo sign-in did not work')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/auth');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('renews a rejected token once, and retries', async () => {
    const server = new FakeServer();
    const user = server.signInAs('customer');
    localStorage.setItem('token', makeToken(user._id, user.email, 5));
    renderApp('/cart', server);
    await screen.findByText('Your cart is empty');
    expect(server.calls.filter((call) => call === 'GET /api/auth/token')).toHaveLength(1);
  });

  it('renews the expired token of a demo account by signing in again', async () => {
    const server = new FakeServer();
    const user = server.signInAs('customer');
    localStorage.setItem('token', makeToken(user._id, user.email, -5));
    localStorage.setItem('demoAccount', JSON.stringify({ role: 'customer', index: 0 }));
    renderApp('/cart', server);
    await screen.findByText('Your cart is empty');
    expect(server.calls.filter((call) => call === 'POST /api/v1/demo/sign-in')).toHaveLength(1);
  });

  it('opens the dashboard for a visit that starts at / signed in, and the landing page on the logo', async () => {
    const server = new FakeServer();
    server.signInAs('customer');
    const { router } = renderApp('/', server);
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/dashboard\/customer/));
    await userEvent.click(screen.getByRole('link', { name: 'Farmgate' }));
    await screen.findByRole('heading', { level: 1, name: /Fresh From Farm to Your Table/ });
    expect(router.state.location.pathname).toBe('/');
  });

  it('signs out to the landing page', async () => {
    const server = new FakeServer();
    server.signInAs('customer');
    const { router } = renderApp('/cart', server);
    await screen.findByText('Your cart is empty');
    sessionStorage.setItem('checkout:somebody', '{}');
    await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await screen.findAllByRole('link', { name: 'Sign In' });
    expect(router.state.location.pathname).toBe('/');
    expect(localStorage.getItem('token')).toBeNull();
    expect(sessionStorage.getItem('checkout:somebody')).toBeNull();
  });
});
