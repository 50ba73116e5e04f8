import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AccountSession, accountSessionsSchema } from '#libs/contracts';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

const id = (n: number) => n.toString(16).padStart(24, '0');
const session = (n: number, more: Partial<AccountSession> = {}): AccountSession => ({
  _id: id(n),
  current: false,
  userAgent: null,
  address: '192.0.2.7',
  signedInAt: '2026-11-20T10:00:00.000Z',
  usedAt: '2026-11-20T10:00:00.000Z',
  ...more,
});

let server: FakeServer;
let sessions: AccountSession[];
let posted: unknown[];

// A page is compiled when it is first opened, which can take longer than `findBy` waits.
beforeAll(async () => {
  await Promise.all([import('./dashboard-customer'), import('./dashboard-admin')]);
});

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer');
  posted = [];
  sessions = [
    session(1, { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/143.0' }),
    session(2),
    session(3, { current: true, usedAt: '2026-11-21T10:00:00.000Z' }),
  ];
  server.on('GET /api/auth/sessions', () =>
    ok(accountSessionsSchema, { sessions, total: sessions.length }),
  );
  server.on('POST /api/auth/sessions/end', ({ body }) => {
    posted.push(body);
    sessions = sessions.filter(({ _id }) => _id !== (body as { _id: string })._id);
    return { status: 200, body: {} };
  });
  server.on('POST /api/auth/sessions/end-others', () => {
    sessions = sessions.filter(({ current }) => current);
    return { status: 200, body: {} };
  });
});

const list = async () => {
  const section = await screen.findByRole('region', { name: 'Where you are signed in' });
  await within(section).findAllByRole('listitem');
  return section;
};
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of sessions', () => {
  it.each(['customer', 'admin'] as const)('is shown to a %s, this device first', async (role) => {
    server.signInAs(role);
    renderApp(`/dashboard/${role}/profile`, server);
    const rows = within(await list()).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^An unknown deviceThis device.*last used November 21, 2026/),
      expect.stringMatching(/^Firefox on LinuxSigned in November 20, 2026, from 192.0.2.7/),
      expect.stringMatching(/^An unknown deviceSigned in/),
    ]);
    expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull();
  });

  it('ends one, and then all others', async () => {
    renderApp('/dashboard/customer/profile', server);
    await list();
    await click(/^Sign out Firefox on Linux/);
    expect(await screen.findByText('Signed out there')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
    expect(posted).toEqual([{ _id: id(1) }]);
    await click('Sign out everywhere else');
    await waitFor(async () =>
      expect(within(await list()).getAllByRole('listitem')).toHaveLength(1),
    );
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('asks for the password where it was entered too long ago, and then ends it', async () => {
    let confirmed = false;
    server.on('POST /api/auth/sessions/confirm', ({ body }) => {
      confirmed = (body as { password: string }).password === 'the password';
      return { status: 200, body: {} };
    });
    server.on('POST /api/auth/sessions/end', () =>
      confirmed ? { status: 200, body: { status: true } } : problem('SESSION_NOT_RECENT', 403),
    );
    renderApp('/dashboard/customer/profile', server);
    await list();
    await click(/^Sign out Firefox on Linux/);
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText(/password/i), 'the password');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go on' }));
    expect(await screen.findByText('Signed out there')).toBeVisible();
  });

  it('treats an unknown session as ended, and shows an error', async () => {
    server.on('POST /api/auth/sessions/end', () => problem('SESSION_NOT_FOUND', 404));
    server.on('POST /api/auth/sessions/end-others', () => problem('SERVICE_UNAVAILABLE', 503));
    renderApp('/dashboard/customer/profile', server);
    await list();
    await click(/^Sign out Firefox on Linux/);
    expect(await screen.findByText('Signed out there')).toBeVisible();
    await click('Sign out everywhere else');
    expect(await screen.findByText('That did not work')).toBeVisible();
  });
});

describe('the password', () => {
  it('is changed with the current one, and ends the other sessions unless deselected', async () => {
    const sent: unknown[] = [];
    server.on('POST /api/auth/change-password', ({ body }) => {
      sent.push(body);
      if ((body as { currentPassword: string }).currentPassword === 'right')
        return { status: 200, body: {} };
      return problem('VALIDATION_FAILED', 400, {
        errors: [{ path: 'currentPassword', message: 'This is not your password' }],
      });
    });
    renderApp('/dashboard/customer/profile', server);
    await list();
    await click('Change password');
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong');
    await userEvent.type(screen.getByLabelText('New password'), 'a long enough one');
    await click('Save the new password');
    await waitFor(() =>
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
        'This is not your password',
      ),
    );
    await userEvent.clear(screen.getByLabelText('Current password'));
    await userEvent.type(screen.getByLabelText('Current password'), 'right');
    await click('Save the new password');
    expect(await screen.findByText('Your password is changed')).toBeVisible();
    expect(sent.at(-1)).toEqual({
      currentPassword: 'right',
      newPassword: 'a long enough one',
      revokeOtherSessions: true,
    });
  });

  it('of a demo account cannot be changed, and a hosted provider has its own screens', async () => {
    localStorage.setItem('demoAccount', JSON.stringify({ role: 'customer', index: 0 }));
    const { unmount } = renderApp('/dashboard/customer/profile', server);
    expect(await screen.findByText(/its password stays as it is/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
    unmount();
    expect(server.calls).not.toContain('GET /api/auth/sessions');
  });
});
