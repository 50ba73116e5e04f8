import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accountSchema } from '#libs/contracts';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

const done = { status: 200, body: {} };
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
let server: FakeServer;
let sent: unknown[];

beforeEach(() => {
  server = new FakeServer();
  sent = [];
});

describe('/sign-in/confirm-email', () => {
  it('confirms on click, not on opening', async () => {
    server.on('POST /api/auth/confirm-email', ({ body }) => {
      sent.push(body);
      return done;
    });
    const { router } = renderApp('/sign-in/confirm-email#s-3_cret', server);
    await screen.findByRole('heading', { level: 1, name: 'Is this your address?' });
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    expect(sent).toEqual([]);
    await click('Yes, it is mine');
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toHaveFocus();
    expect(sent).toEqual([{ token: 's-3_cret' }]);
  });

  it('asks for the password where nobody is signed in to the account', async () => {
    server.on('POST /api/auth/confirm-email', ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? problem('PASSWORD_REQUIRED', 401) : done;
    });
    renderApp('/sign-in/confirm-email#s-3_cret', server);
    await click('Yes, it is mine');
    expect(await screen.findByText(/^You are not signed in here/)).toHaveFocus();
    expect(screen.getByRole('link', { name: /^Choose a new password/ })).toHaveAttribute(
      'href',
      '/sign-in/forgot-password',
    );
    await userEvent.type(screen.getByLabelText('Password'), 'a long enough password');
    await click('Yes, it is mine');
    await screen.findByRole('heading', { name: 'Your address is confirmed' });
    expect(sent).toEqual([
      { token: 's-3_cret' },
      { token: 's-3_cret', password: 'a long enough password' },
    ]);
  });

  it('shows that a link is used or incomplete', async () => {
    server.on('POST /api/auth/confirm-email', () => problem('LINK_INVALID', 400));
    const { unmount } = renderApp('/sign-in/confirm-email#old', server);
    await click('Yes, it is mine');
    await screen.findByRole('heading', { name: 'This link does not work any more' });
    unmount();
    renderApp('/sign-in/confirm-email', server);
    await screen.findByRole('heading', { name: 'This link does not work any more' });
  });
});

describe('an unconfirmed address', () => {
  it('is shown in the profile, with a button that sends the mail again', async () => {
    const user = server.signInAs('customer');
    server.on('GET /api/auth/account', () =>
      ok(accountSchema, { emailVerified: false, secondFactor: false }),
    );
    server.on('POST /api/auth/send-confirmation', ({ body }) => {
      sent.push(body);
      return done;
    });
    renderApp('/dashboard/customer/profile', server);
    expect(await screen.findByText(/^Your e-mail address is not confirmed yet/)).toBeVisible();
    await click('Send it again');
    expect(await screen.findByText('The link is on its way')).toBeVisible();
    expect(sent).toEqual([{ email: user.email }]);
  });
});
