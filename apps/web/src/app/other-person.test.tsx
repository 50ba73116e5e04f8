import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ACCOUNT_HEADER } from '#libs/contracts';
import { storedToken } from '../lib/api/token';
import { catchErrors } from '../testing/console';
import { FakeServer, problem } from '../testing/fake-server';
import { makeToken } from '../testing/fixtures';
import { renderApp } from '../testing/render';

const OTHER = makeToken('somebody-else', 'bo@example.org');

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
});

/** Another tab stores a token; without the event, which can be late or, for a frozen page, never come. */
const storeElsewhere = (token: string | null) =>
  token === null ? localStorage.removeItem('token') : localStorage.setItem('token', token);
const announce = (newValue: string | null) =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }));
  });
async function expectOnlyTheNotice(): Promise<void> {
  await screen.findByRole('heading', { name: 'Signed in as bo@example.org in another tab' });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Continue as bo@example.org',
  ]);
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
}
/** The profile's open form. */
async function editProfile(): Promise<void> {
  renderApp('/dashboard/customer/profile', server);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }));
}

describe("a page whose person is not the browser's any more", () => {
  it('says at once who is, and has nothing else to click', async () => {
    renderApp('/products', server);
    await screen.findAllByRole('button', { name: /^Add .* to cart$/ });
    storeElsewhere(OTHER);
    const sent = server.calls.length;
    announce(OTHER);
    await expectOnlyTheNotice();
    expect(storedToken()).toBe(OTHER);
    expect(server.calls.slice(sent)).toEqual([]);
  });

  it('sends nothing for the other one, even before it has heard of the change', async () => {
    renderApp('/products', server);
    const [add] = await screen.findAllByRole('button', { name: /^Add .* to cart$/ });
    storeElsewhere(OTHER);
    const sent = server.calls.length;
    if (add) await userEvent.click(add);
    await expectOnlyTheNotice();
    expect(server.calls.slice(sent)).toEqual([]);
  });

  it.each(['pageshow', 'visibilitychange'])(
    'drops its forms when it comes back: %s',
    async (event) => {
      await editProfile();
      storeElsewhere(OTHER);
      act(() => {
        (event === 'pageshow' ? window : document).dispatchEvent(new Event(event));
      });
      await expectOnlyTheNotice();
    },
  );

  it('refuses the token of the other one where it asked for a new one of its own', async () => {
    renderApp('/dashboard/customer/profile', server);
    await screen.findByRole('button', { name: 'Edit Profile' });
    server.on('PATCH /api/v1/users/me', () => problem('TOKEN_INVALID', 401));
    server.on('GET /api/auth/token', () => ({ status: 200, body: { token: OTHER } }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Profile' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'y');
    const bearers: (string | null)[] = [];
    const handle = server.handle.bind(server);
    server.handle = (call) => {
      if (call.path.startsWith('/api/v1/')) bearers.push(call.headers.get('Authorization'));
      return handle(call);
    };
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    await expectOnlyTheNotice();
    expect(bearers).not.toContain(`Bearer ${OTHER}`);
    expect(storedToken()).toBe(OTHER);
  });

  it('keeps the token of the other one when its own person signs out', async () => {
    catchErrors();
    renderApp('/products', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Your account' }));
    const signOut = await screen.findByRole('menuitem', { name: 'Sign out' });
    storeElsewhere(OTHER);
    await userEvent.click(signOut);
    await waitFor(() => expect(server.calls).toContain('POST /api/auth/sign-out'));
    expect(storedToken()).toBe(OTHER);
  });

  it('names its account in calls that a shared cookie authorises, and shows their refusal', async () => {
    const { _id: id } = server.signInAs('customer');
    const named: (string | null)[] = [];
    server.on('POST /api/auth/change-password', ({ headers }) => {
      named.push(headers.get(ACCOUNT_HEADER));
      return problem('ACCOUNT_CHANGED', 409);
    });
    renderApp('/dashboard/customer/profile', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('New password'), 'a new horse in the barn');
    server.on('GET /api/auth/token', () => ({ status: 200, body: { token: OTHER } }));
    await userEvent.click(screen.getByRole('button', { name: 'Save the new password' }));
    await expectOnlyTheNotice();
    expect(named).toEqual([id]);
  });

  it('is a page of its person again after they have signed in again', async () => {
    renderApp('/products', server);
    await screen.findByRole('button', { name: 'Your account' });
    const own = storedToken();
    storeElsewhere(null);
    announce(null);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Your account' })).toBeNull());
    storeElsewhere(OTHER);
    announce(OTHER);
    await expectOnlyTheNotice();
    storeElsewhere(own);
    announce(own);
    await screen.findByRole('button', { name: 'Your account' });
  });
});

it("becomes the page of whoever signs in elsewhere while it is nobody's", async () => {
  const token = storedToken();
  storeElsewhere(null);
  renderApp('/products', server);
  await screen.findAllByRole('link', { name: 'Sign In' });
  storeElsewhere(token);
  announce(token);
  await screen.findByRole('button', { name: 'Your account' });
});
