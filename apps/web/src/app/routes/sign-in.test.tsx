import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

const signIn = () => screen.findByRole('button', { name: 'Sign in' });

describe('/sign-in', () => {
  it('shows missing values at their fields and sends nothing', async () => {
    const { server } = renderApp('/sign-in');
    await userEvent.click(await signIn());
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields need your attention');
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByLabelText('E-mail address')).toHaveAccessibleDescription(
      'Enter an e-mail address such as ada@example.org',
    );
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(server.calls).not.toContain('POST /api/auth/sign-in/email');
  });

  it('shows that the password does not match, and accepts the right one', async () => {
    const { server, router } = renderApp('/sign-in');
    await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
    await userEvent.type(await screen.findByLabelText('E-mail address'), 'casey@example.org');
    const password = screen.getByLabelText('Password');
    await userEvent.type(password, 'wrong');
    await userEvent.click(await signIn());
    await waitFor(() =>
      expect(password).toHaveAccessibleDescription(
        'The e-mail address and the password do not match',
      ),
    );
    await userEvent.clear(password);
    await userEvent.type(password, server.password);
    await userEvent.click(await signIn());
    await waitFor(() => expect(router.state.location.pathname).toBe('/products'));
    expect(server.calls).toContain('POST /api/v1/users/initialize');
    expect(localStorage.getItem('userRole')).toBe('customer');
  });
});

describe('/sign-up', () => {
  it('signs up a farmer from the farmer tab, and sends the role', async () => {
    const server = new FakeServer();
    const { router } = renderApp('/sign-up?role=farmer', server);
    await userEvent.type(await screen.findByLabelText('First name'), 'Frances');
    await userEvent.type(screen.getByLabelText('Last name'), 'Holm');
    await userEvent.type(screen.getByLabelText('E-mail address'), 'frances@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'long enough');
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/products'));
    expect(server.user).toMatchObject({ role: 'farmer', email: 'customer@example.org' });
  });
});
