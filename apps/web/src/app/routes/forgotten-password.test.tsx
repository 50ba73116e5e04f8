import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, problem } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const done = { status: 200, body: { status: true } };

describe('/sign-in/forgot-password', () => {
  it('is linked from signing in, asks for the address, and shows the next step', async () => {
    const server = new FakeServer();
    const asked: unknown[] = [];
    server.on('POST /api/auth/forgot-password', ({ body }) => {
      asked.push(body);
      return done;
    });
    renderApp('/sign-in', server);
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' });
    await click('Mail me a link');
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(asked).toEqual([]);
    await userEvent.type(screen.getByLabelText('E-mail address'), 'casey@example.org');
    await click('Mail me a link');
    const heading = await screen.findByRole('heading', { name: 'Look into your mail' });
    expect(heading).toHaveFocus();
    expect(screen.getByText(/^If casey@example.org has an account here/)).toBeVisible();
    expect(asked).toEqual([{ email: 'casey@example.org' }]);
    expect(screen.queryByRole('link', { name: 'See what it would have sent' })).toBeNull();
    await click('Try another address');
    expect(screen.getByLabelText('E-mail address')).toHaveValue('');
  });

  it('shows the mailbox in a demo without mail, and an error of the server', async () => {
    const server = new FakeServer();
    server.settings = { ...server.settings, caughtMail: true };
    server.on('POST /api/auth/forgot-password', () =>
      problem('RATE_LIMITED', 429, { message: 'We have sent several mails' }),
    );
    renderApp('/sign-in/forgot-password', server);
    await userEvent.type(await screen.findByLabelText('E-mail address'), 'casey@example.org');
    await click('Mail me a link');
    expect(await screen.findByText('We have sent several mails')).toBeVisible();
    server.on('POST /api/auth/forgot-password', () => done);
    await click('Mail me a link');
    expect(
      await screen.findByRole('link', { name: 'See what it would have sent' }),
    ).toHaveAttribute('href', '/dev/mail');
  });
});

describe('/sign-in/new-password', () => {
  it('removes the secret from the URL, sets the password, and ends this session', async () => {
    const server = new FakeServer();
    server.signInAs('customer');
    const sent: unknown[] = [];
    server.on('POST /api/auth/new-password', ({ body }) => {
      sent.push(body);
      return done;
    });
    const { router } = renderApp('/sign-in/new-password#s-3_cret', server);
    await screen.findByRole('heading', { level: 1, name: 'Choose a new password' });
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    await userEvent.type(screen.getByLabelText('New password'), 'short');
    await click('Save the new password');
    expect(screen.getByLabelText('New password')).toBeInvalid();
    expect(sent).toEqual([]);
    await userEvent.clear(screen.getByLabelText('New password'));
    await userEvent.type(screen.getByLabelText('New password'), 'a long enough one');
    await click('Save the new password');
    await screen.findByRole('heading', { level: 1, name: 'Your password is changed' });
    expect(sent).toEqual([{ token: 's-3_cret', newPassword: 'a long enough one' }]);
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });

  it('shows that a link is expired or incomplete, and offers another one', async () => {
    const server = new FakeServer();
    server.on('POST /api/auth/new-password', () => problem('LINK_INVALID', 400));
    const { unmount } = renderApp('/sign-in/new-password#old', server);
    await userEvent.type(await screen.findByLabelText('New password'), 'a long enough one');
    await click('Save the new password');
    const again = await screen.findByRole('link', { name: 'Get a new link' });
    expect(again).toHaveAttribute('href', '/sign-in/forgot-password');
    unmount();
    renderApp('/sign-in/new-password', server);
    expect(
      await screen.findByRole('heading', { name: 'This link does not work any more' }),
    ).toBeVisible();
  });
});
