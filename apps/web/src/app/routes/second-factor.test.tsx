import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accountSchema } from '#libs/contracts';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

const done = { status: 200, body: {} };
const codes = ['aaaaa-11111', 'bbbbb-22222'];
let server: FakeServer;
let isOn: boolean;
/** Path and body of each POST, oldest first. */
let sent: [string, unknown][];

// A page is compiled when it is first opened, which can take longer than `findBy` waits.
beforeAll(async () => {
  await import('./dashboard-customer');
});

const scrolledTo: string[] = [];
Element.prototype.scrollIntoView = function scroll() {
  scrolledTo.push(this.id);
};

beforeEach(() => {
  server = new FakeServer();
  isOn = false;
  sent = [];
  scrolledTo.length = 0;
  server.on('GET /api/auth/account', () =>
    ok(accountSchema, { emailVerified: true, secondFactor: isOn }),
  );
  const answer = (path: string, then: (body: Record<string, string>) => object) =>
    server.on(`POST /api/auth${path}`, ({ body }) => {
      sent.push([path, body]);
      const { password, code } = body as Record<string, string>;
      if (password === 'wrong')
        return problem('VALIDATION_FAILED', 400, {
          errors: [{ path: 'currentPassword', message: 'This is not your password' }],
        });
      if (code === '000000') return problem('SECOND_FACTOR_FAILED', 401);
      return { status: 200, body: then(body as Record<string, string>) };
    });
  answer('/two-factor/enable', () => ({
    totpURI: 'otpauth://totp/Farmgate:casey%40example.org?secret=ABCDEFGH2345&issuer=Farmgate',
    backupCodes: codes,
  }));
  answer('/two-factor/verify-totp', () => {
    isOn = true;
    return {};
  });
  answer('/two-factor/verify-backup-code', () => ({}));
  answer('/two-factor/disable', () => {
    isOn = false;
    return {};
  });
  answer('/two-factor/generate-backup-codes', () => ({ backupCodes: ['ccccc-33333'] }));
});

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

describe('the second factor', () => {
  it('is enabled by password and code, and shows its recovery codes', async () => {
    server.signInAs('customer');
    renderApp('/dashboard/customer/profile', server);
    await click('Switch on');
    await userEvent.type(await screen.findByLabelText('Your password'), 'wrong');
    await userEvent.click(dialog().getByRole('button', { name: 'Next' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(
        'This is not your password',
      ),
    );
    await userEvent.clear(screen.getByLabelText('Your password'));
    await userEvent.type(screen.getByLabelText('Your password'), 'right');
    await userEvent.click(dialog().getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('ABCD EFGH 2345')).toBeVisible();
    expect(screen.getByRole('img', { name: 'A QR code for your authenticator app' })).toBeVisible();
    expect(screen.getByText(/^Let your authenticator app read/)).toHaveFocus();
    await userEvent.type(screen.getByLabelText('Code'), '000000');
    await userEvent.click(dialog().getByRole('button', { name: 'Switch on' }));
    await waitFor(() => expect(screen.getByLabelText('Code')).toBeInvalid());
    await userEvent.clear(screen.getByLabelText('Code'));
    await userEvent.type(screen.getByLabelText('Code'), '123 456');
    await userEvent.click(dialog().getByRole('button', { name: 'Switch on' }));
    const shown = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    expect(sent.at(-1)).toEqual(['/two-factor/verify-totp', { code: '123456' }]);
    await click('I have kept them');
    expect(await screen.findByRole('button', { name: 'Switch off' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('creates new recovery codes and is disabled by password', async () => {
    isOn = true;
    server.signInAs('customer');
    renderApp('/dashboard/customer/profile', server);
    await click('New recovery codes');
    await userEvent.type(await screen.findByLabelText('Your password'), 'right');
    await userEvent.click(dialog().getByRole('button', { name: 'New recovery codes' }));
    expect(await screen.findByText('ccccc-33333')).toBeVisible();
    await click('I have kept them');
    await click('Switch off');
    await userEvent.type(await screen.findByLabelText('Your password'), 'right');
    await userEvent.click(dialog().getByRole('button', { name: 'Switch off' }));
    expect(await screen.findByText('The second factor is off')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Switch on' })).toBeVisible();
  });
});

describe('/sign-in with a second factor', () => {
  const signIn = async () => {
    server.on('POST /api/auth/sign-in/email', () => ({
      status: 200,
      body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
    }));
    const app = renderApp('/sign-in', server);
    await userEvent.type(await screen.findByLabelText('E-mail address'), 'casey@example.org');
    await userEvent.type(screen.getByLabelText('Password'), server.password);
    await click('Sign in');
    return app;
  };

  it('asks for a code before anything else', async () => {
    const { router } = await signIn();
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveFocus();
    expect(server.calls).not.toContain('GET /api/auth/token');
    await userEvent.type(code, '000000');
    await click('Continue');
    await waitFor(() =>
      expect(code).toHaveAccessibleDescription(
        'Six digits. This code is not right, or was used before',
      ),
    );
    await userEvent.clear(code);
    await userEvent.type(code, '123456');
    await click('Continue');
    await waitFor(() => expect(router.state.location.pathname).toBe('/products'));
    expect(server.calls).toContain('POST /api/v1/users/initialize');
  });

  it('accepts a recovery code instead, and returns to the password after a timeout', async () => {
    server.on('POST /api/auth/two-factor/verify-backup-code', () =>
      problem('SECOND_FACTOR_EXPIRED', 401),
    );
    const { router } = await signIn();
    await click('Use a recovery code');
    const code = await screen.findByLabelText('Recovery code');
    expect(code).toHaveFocus();
    await userEvent.type(code, 'aaaaa-11111');
    await click('Continue');
    expect(await screen.findByText(/^That took too long/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('E-mail address'), 'casey@example.org');
    await userEvent.type(screen.getByLabelText('Password'), server.password);
    await click('Sign in');
    server.on('POST /api/auth/two-factor/verify-backup-code', () => done);
    await click('Use a recovery code');
    await userEvent.type(await screen.findByLabelText('Recovery code'), 'aaaaa-11111');
    await click('Continue');
    await waitFor(() => expect(router.state.location.pathname).toBe('/products'));
  });
});

it('an admin without one is led to where it is switched on', async () => {
  server.signInAs('admin');
  server.on('GET /api/v1/users', () => problem('SECOND_FACTOR_MISSING', 403));
  const { router } = renderApp('/dashboard/admin/users', server);
  await userEvent.click(
    await screen.findByRole('link', { name: 'Switch on the second factor' }, { timeout: 20_000 }),
  );
  expect(`${router.state.location.pathname}${router.state.location.hash}`).toBe(
    '/dashboard/admin/profile#second-factor',
  );
  await waitFor(() => expect(scrolledTo).toEqual(['second-factor']), { timeout: 20_000 });
});
