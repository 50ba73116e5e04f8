import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openInvitationSchema, realtimeTicketSchema, userDtoSchema } from '#libs/contracts';
import { catchErrors } from '../../testing/console';
import { ada, clerkScript, FakeClerk, finn, publishableKey } from '../../testing/fake-clerk';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { fakeId, makeCart, makeCartItem, makeUser } from '../../testing/fixtures';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

const TICKET = 'POST /api/v1/realtime/ticket';
let server: FakeServer;
/** Every call, with its bearer token and body. */
let bearers: { call: string; bearer: string | null; body: unknown }[];

beforeEach(() => {
  connections.length = 0;
  bearers = [];
  server = new FakeServer();
  server.settings = {
    ...server.settings,
    demo: false,
    identity: { provider: 'clerk', publishableKey },
  };
  server.on(TICKET, () => ok(realtimeTicketSchema, { ticket: 'ticket' }));
  const handle = server.handle.bind(server);
  server.handle = (call) => {
    const bearer = call.headers.get('Authorization');
    bearers.push({ call: `${call.method} ${call.path}`, bearer, body: call.body });
    return handle(call);
  };
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'Clerk');
  document.querySelector('script')?.remove();
});

/** Clerk's script has loaded. */
function arrive(clerk: FakeClerk): FakeClerk {
  return Object.assign(globalThis, { Clerk: clerk }).Clerk;
}
const last = (call: string) => bearers.filter((one) => one.call === call).at(-1);
const bearerOf = (clerk: FakeClerk) => `Bearer ${clerk.tokens.at(-1)}`;
const path = (router: { state: { location: { pathname: string } } }) =>
  router.state.location.pathname;
/** Requests a ticket, as the socket does before it connects. */
async function askForTicket(): Promise<void> {
  await waitFor(() => expect(connections).not.toHaveLength(0));
  await act(async () => {
    await connections
      .at(-1)
      ?.ticket()
      .catch(() => undefined); // the socket tries again later
  });
}
const menu = () => screen.findByRole('button', { name: 'Your account' });

test('waits for the script of the configured Clerk, and then shows its sign-in', async () => {
  renderApp('/sign-in', server);
  await screen.findByText('Loading the sign-in form…');
  expect(clerkScript()?.dataset.clerkPublishableKey).toBe(publishableKey);
  expect(screen.queryByLabelText('Password')).toBeNull();
  arrive(new FakeClerk());
  await screen.findByRole('button', { name: 'Continue with Clerk' });
  expect(screen.queryByText('Loading the sign-in form…')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Your account' })).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

test('says so when Clerk cannot start', async () => {
  const logged = catchErrors();
  const clerk = arrive(new FakeClerk());
  clerk.failure = new Error('no network');
  renderApp('/sign-in', server);
  expect(await screen.findByRole('alert')).toHaveTextContent('cannot be reached');
  expect(String(logged)).toContain('no network');
});

test('signs a stranger in by Clerk, who goes on where they wanted to', async () => {
  const clerk = arrive(new FakeClerk());
  const { router } = renderApp('/cart', server);
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }));
  // a page of Clerk's own, below ours
  await userEvent.click(await screen.findByRole('button', { name: 'Use another method' }));
  await waitFor(() => expect(path(router)).toBe('/sign-in/factor-one'));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Clerk' }));
  await waitFor(() => expect(path(router)).toBe('/cart'));
  const { body, bearer } = last('POST /api/v1/users/initialize') ?? {};
  expect(body).toMatchObject({ clerkId: 'user_ada', email: ada.email, firstName: 'Ada' });
  expect(bearer).toBe(`Bearer ${clerk.tokens[0]}`);
  expect(last('GET /api/v1/cart')?.bearer).toBe(bearer);
});

test('who is invited signs in by Clerk and joins; no address has the secret', async () => {
  arrive(new FakeClerk());
  server.on('POST /api/v1/invitations/look', () =>
    ok(openInvitationSchema, {
      ...{ farmName: 'Hollow Creek', role: 'packer', by: 'Frances Holm' },
      expiresAt: '2099-01-01T10:00:00.000Z',
    }),
  );
  const accepted: unknown[] = [];
  server.on('POST /api/v1/invitations/accept', ({ body }) => {
    accepted.push(body);
    return ok(userDtoSchema, server.user ?? makeUser('customer'));
  });
  const { router } = renderApp('/join#token.1.x', server);
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in or create an account' }));
  await userEvent.click(
    within(await screen.findByRole('main')).getByRole('link', { name: 'Sign in' }),
  );
  await screen.findByRole('button', { name: 'Continue with Clerk' });
  expect(JSON.stringify(router.state.location)).not.toContain('token.1.x');
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Clerk' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await waitFor(() => expect(accepted).toEqual([{ token: 'token.1.x' }]));
  await waitFor(() => expect(sessionStorage.getItem('invitation')).toBeNull());
});

test("hands Clerk's token to the API and to the request for a ticket, and a new one in time", async () => {
  const clerk = arrive(new FakeClerk(ada));
  renderApp('/cart', server);
  await menu();
  expect(last('POST /api/v1/users/initialize')?.bearer).toBe(bearerOf(clerk));
  await askForTicket();
  expect(last(TICKET)?.bearer).toBe(bearerOf(clerk));
  expect(clerk.tokens).toHaveLength(1);
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 40_000);
  await askForTicket();
  clock.mockRestore();
  expect(clerk.tokens).toHaveLength(2);
  expect(last(TICKET)?.bearer).toBe(bearerOf(clerk));
});

test('signs out at Clerk, without a word about a session that has ended', async () => {
  const clerk = arrive(new FakeClerk(ada));
  const { router } = renderApp('/cart', server);
  await userEvent.click(await menu());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(clerk.session).toBeNull());
  await waitFor(() => expect(path(router)).toBe('/'));
  expect(screen.queryByRole('button', { name: 'Your account' })).toBeNull();
  expect(screen.queryByText(/Your session has ended/)).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
  await askForTicket();
  expect(last(TICKET)?.bearer).toBeNull();
});

test('says why a suspended account was signed out, and nothing else', async () => {
  const clerk = arrive(new FakeClerk(ada));
  renderApp('/products', server);
  await menu();
  server.on(TICKET, () => problem('USER_SUSPENDED', 403));
  await askForTicket();
  await waitFor(() => expect(clerk.session).toBeNull());
  await screen.findByText(/This account is suspended/);
  expect(screen.queryByText(/Your session has ended/)).toBeNull();
});

test('notices that the session was ended elsewhere', async () => {
  const clerk = arrive(new FakeClerk(ada));
  const { router } = renderApp('/cart', server);
  await menu();
  act(() => clerk.become(null));
  await screen.findByText('Your session has ended. Please sign in again.');
  await waitFor(() => expect(path(router)).toBe('/auth'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('shows nothing of the session before, and acts for nobody, when another tab signs somebody else in', async () => {
  const [product] = server.products;
  if (product === undefined) throw new Error('the fake market sells nothing');
  server.cart = makeCart([makeCartItem(product, 1)], 1);
  const clerk = arrive(new FakeClerk(ada));
  const tab = renderApp('/cart', server);
  await screen.findByRole('link', { name: product.name });
  const sent = bearers.length;
  server.user = makeUser('customer', { _id: fakeId('user', 9), email: finn.email });
  server.cart = makeCart([], 0);
  act(() => clerk.become(finn));
  await screen.findByRole('heading', { name: 'Somebody else has signed in in another tab' });
  expect(screen.queryByRole('link', { name: product.name })).toBeNull();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Continue']);
  expect(bearers).toHaveLength(sent);

  // the page loads again
  tab.unmount();
  arrive(new FakeClerk(finn));
  renderApp('/cart', server);
  await screen.findByText(/Your cart is empty/);
  expect(last('POST /api/v1/users/initialize')?.body).toMatchObject({ clerkId: finn.id });
});

test("a new session of the same person brings that session's token", async () => {
  const clerk = arrive(new FakeClerk(ada));
  renderApp('/cart', server);
  await menu();
  const before = clerk.tokens.length;
  act(() => clerk.become(ada));
  await waitFor(() => expect(clerk.tokens.length).toBeGreaterThan(before));
  await menu();
  await askForTicket();
  expect(last(TICKET)?.bearer).toBe(bearerOf(clerk));
});
