import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { realtimeTicketSchema } from '#libs/contracts';
import type { SocketCallbacks } from '../realtime/socket';
import { catchErrors } from '../testing/console';
import { FakeServer, ok, problem } from '../testing/fake-server';
import { fakeSocket, openSocketsBy } from '../testing/fake-socket';
import { renderApp } from '../testing/render';

const TICKET = 'POST /api/v1/realtime/ticket';
let askForTicket: SocketCallbacks['ticket'];
openSocketsBy((callbacks) => {
  askForTicket = callbacks.ticket;
  askForTicket().catch(() => undefined); // the socket tries again later
  return fakeSocket(callbacks);
});

/** Pages of a customer, each with calls of its own. */
const PAGES = ['/dashboard/customer/profile', '/inbox', '/favourites', '/cart'];

let server: FakeServer;
/** Calls so far that a suspended account is refused. */
let calls: string[];
/** The account is suspended before this call. */
let suspendedBefore: number;

beforeEach(() => {
  calls = [];
  server = new FakeServer();
  server.signInAs('customer');
  server.on(TICKET, () => ok(realtimeTicketSchema, { ticket: 'ticket' }));
  const handle = server.handle.bind(server);
  server.handle = (call) => {
    const isForAll = call.path === '/api/v1/settings/public';
    if (isForAll || call.headers.get('Authorization') === null) return handle(call);
    calls.push(`${call.method} ${call.path}`);
    return calls.length > suspendedBefore ? problem('USER_SUSPENDED', 403) : handle(call);
  };
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'a page is signed out when its account is suspended after %i of its calls',
  async (point) => {
    suspendedBefore = point;
    catchErrors();
    const { router } = renderApp('/dashboard/customer/orders', server);
    const isSignedOut = () => localStorage.getItem('token') === null;
    await waitFor(() => expect(isSignedOut() || calls.includes(TICKET)).toBe(true));
    for (const page of PAGES) if (!isSignedOut()) await act(async () => router.navigate(page));
    // a page that makes no calls learns of it from its next ticket
    while (!isSignedOut() && calls.length <= point)
      await act(() => askForTicket().catch(() => undefined));
    await waitFor(() => expect(isSignedOut()).toBe(true));
    await screen.findByText(/This account is suspended/);
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  },
);

test('the first ticket is among these calls', async () => {
  suspendedBefore = Number.POSITIVE_INFINITY;
  renderApp('/dashboard/customer/orders', server);
  await waitFor(() => expect(calls).toContain(TICKET));
  expect(calls[0]).toBe('GET /api/v1/users/me');
  expect(calls.indexOf(TICKET)).toBeLessThan(9);
});
