import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type OrderDto, orderStatsSchema, type Role } from '#libs/contracts';
import { createQueryClient } from '../lib/api/query-client';
import { catchErrors } from '../testing/console';
import { FakeServer, ok, problem } from '../testing/fake-server';
import { address, makeOrder } from '../testing/order-fixtures';
import { renderApp } from '../testing/render';

/** The texts that the specification quotes, section by section. */

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
});

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

/** The first header is the page's own; jsdom also gives headers inside <main> the role banner. */
async function topBar(): Promise<HTMLElement> {
  const [bar] = await screen.findAllByRole('banner');
  if (bar === undefined) throw new Error('there is no bar');
  return bar;
}

function placeOrder(): OrderDto {
  const [tomatoes] = server.products;
  if (tomatoes === undefined) throw new Error('the fixtures are short');
  const items = [{ productId: tomatoes._id, quantity: 2 }];
  const order = makeOrder(server, { items, address });
  server.orders.push(order);
  return order;
}

describe('section 2: shared layout', () => {
  it('links visitors to the products and to signing in, and shows them no cart', async () => {
    renderApp('/about', server);
    const bar = await topBar();
    for (const [name, to] of [
      ['Products', '/products'],
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Sign In', '/auth'],
    ] as const) {
      expect(within(bar).getByRole('link', { name })).toHaveAttribute('href', to);
    }
    expect(within(bar).getByPlaceholderText('Search fresh produce...')).toBeVisible();
    expect(within(bar).queryByRole('link', { name: /^Cart/ })).toBeNull();
    expect(within(bar).queryByRole('link', { name: 'Dashboard' })).toBeNull();
  });

  it.each([
    ['customer', 'Customer', { cart: 1 }],
    ['farmer', 'Farmer', { 'My Products': '/my-products' }],
    ['admin', 'Admin', { 'Admin Panel': '/admin' }],
  ] as const)('shows a %s the real role, whatever the address says', async (role, badge, own) => {
    server.signInAs(role);
    renderApp('/about?role=admin', server);
    const bar = await topBar();
    // a customer's role badge is only in the user menu; the others' are in the bar as well
    const menu = await within(bar).findByRole('button', { name: 'Your account' });
    if (role === 'customer') await userEvent.click(menu);
    expect(await within(bar).findByText(badge)).toBeVisible();
    expect(within(bar).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    expect(within(bar).queryAllByRole('link', { name: /^Cart/ })).toHaveLength(
      'cart' in own ? own.cart : 0,
    );
    for (const name of ['My Products', 'Admin Panel']) {
      const link = within(bar).queryByRole('link', { name });
      const to = (own as Record<string, string>)[name];
      if (to === undefined) expect(link).toBeNull();
      else expect(link).toHaveAttribute('href', to);
    }
  });

  it('has a footer with the links, the contact data and the year', async () => {
    renderApp('/about', server);
    const foot = await screen.findByRole('contentinfo');
    const links = (name: string) =>
      within(within(foot).getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links('Quick Links')).toEqual([
      ['Products', '/products'],
      ['For Farmers', '/farmers'],
      ['About Us', '/about'],
      ['Contact Us', '/contact'],
    ]);
    expect(links('Support')).toEqual([
      ['FAQ', '/faq'],
      ['Shipping Information', '/shipping'],
      ['Returns Policy', '/returns'],
      ['Privacy Policy', '/privacy'],
    ]);
    expect(within(foot).getByRole('link', { name: /@/ })).toBeVisible();
    expect(foot).toHaveTextContent(`© ${new Date().getFullYear()}`);
  });
});

describe('section 2: routes', () => {
  it('has a landing page with its three links', async () => {
    renderApp('/', server);
    await heading(/Fresh From Farm to Your Table/);
    const main = screen.getByRole('main');
    const to = (name: string) => within(main).getByRole('link', { name });
    expect(to('Shop Now')).toHaveAttribute('href', '/products');
    expect(to('Join as Farmer')).toHaveAttribute('href', '/farmers');
    expect(to('Get Started Today')).toHaveAttribute('href', '/auth');
    for (const reason of [
      'Fresh & Organic',
      'Fast Delivery',
      'Support Local',
      'Quality Guaranteed',
    ]) {
      expect(within(main).getByRole('heading', { level: 3, name: reason })).toBeVisible();
    }
    expect(main).toHaveTextContent(/same-day delivery in most areas/i);
    expect(main).toHaveTextContent('100% satisfaction guarantee');
    expect(await within(main).findAllByText('Sample')).toHaveLength(3);
  });

  it.each([
    ['/products', 'Products'],
    ['/farmers', /./],
    ['/about', /./],
    ['/contact', 'Get in Touch'],
    ['/faq', /./],
    ['/shipping', /./],
    ['/returns', /./],
    ['/privacy', /./],
    ['/auth', /./],
    ['/sign-in', 'Welcome Back'],
    ['/sign-in/factor-one', 'Welcome Back'],
    ['/sign-up', 'Create your account'],
    ['/sign-up/verify', 'Create your account'],
    ['/sso-callback', 'Welcome Back'],
  ])('shows a visitor %s with a title of its own', async (path, name) => {
    renderApp(path, server);
    const h1 = await heading(name);
    expect(h1).not.toBeEmptyDOMElement();
    await waitFor(() => expect(document.title).toMatch(/.+ – Farmgate$/));
  });

  const dashboards = {
    customer: { orders: 'Orders', products: 'Shop', profile: 'Profile' },
    farmer: { products: 'My Products', orders: 'Orders', profile: 'Profile' },
    admin: { analytics: 'Analytics', users: 'Users', orders: 'Orders', products: 'Products' },
  } as const;
  it.each(Object.entries(dashboards))('has a dashboard for a %s', async (role, pages) => {
    for (const [path, title] of [['', Object.values(pages)[0] ?? ''], ...Object.entries(pages)]) {
      server = new FakeServer();
      server.signInAs(role as Role);
      const { unmount } = renderApp(`/dashboard/${role}/${path}`, server);
      await heading(title ?? '');
      await waitFor(() => expect(document.title).toMatch(new RegExp(`^(\\(\\d+\\) )?${title} – `)));
      unmount();
      localStorage.clear();
    }
  });

  it.each([
    ['farmer', '/my-products', '/dashboard/farmer/products'],
    ['admin', '/admin', '/dashboard/admin'],
    ['customer', '/dashboard', '/dashboard/customer'],
    ['farmer', '/dashboard', '/dashboard/farmer'],
    ['admin', '/dashboard', '/dashboard/admin'],
    ['admin', '/cart', '/dashboard/admin'],
    ['farmer', '/dashboard/customer/orders', '/dashboard/farmer'],
    ['customer', '/dashboard/admin/users', '/dashboard/customer'],
    ['customer', '/sign-in', '/products'],
  ] as const)('sends a %s from %s to %s', async (role, from, to) => {
    server.signInAs(role);
    const { router } = renderApp(from, server);
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
  });

  it('returns to the requested page and its filters after signing in', async () => {
    const { router } = renderApp('/dashboard/admin/audit?action=farm.approved', server);
    await userEvent.click(await screen.findByRole('button', { name: 'Demo admin' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/admin/audit'));
    expect(router.state.location.search).toBe('?action=farm.approved');
  });

  it('has the three tabs of /auth and the link to signing in', async () => {
    renderApp('/auth', server);
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Customer', 'Farmer', 'Admin Sign in']);
    const panel = () => within(screen.getByRole('tabpanel')).getByRole('link');
    expect(panel()).toHaveAttribute('href', '/sign-up?role=customer');
    await userEvent.click(screen.getByRole('tab', { name: 'Farmer' }));
    expect(panel()).toHaveAttribute('href', '/sign-up?role=farmer');
    await userEvent.click(screen.getByRole('tab', { name: 'Admin Sign in' }));
    expect(panel()).toHaveAttribute('href', '/sign-in');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in');
  });

  it('never offers to sign up as an admin', async () => {
    renderApp('/sign-up?role=admin', server);
    expect(await screen.findByText(/Admins are invited/)).toBeVisible();
    expect(screen.queryByRole('radio', { name: /admin/i })).toBeNull();
  });

  it('shows the 404 page for an unknown path, and logs the path in the console', async () => {
    const logged = catchErrors();
    renderApp('/nowhere/at/all', server);
    await heading('Oops! Page not found');
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(logged.flat()).toContain('/nowhere/at/all');
  });
});

describe('section 2: about and contact', () => {
  it('advances the testimonials every 5 seconds, wraps, and lets the user choose', async () => {
    jest.useFakeTimers();
    try {
      renderApp('/about', server);
      await act(() => jest.advanceTimersByTimeAsync(2_000));
      const dots = screen.getAllByRole('button', { name: /^Show \d of 3$/ });
      const at = () => dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true');
      const start = at();
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect(at()).toBe((start + 1) % 3);
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(at()).toBe(start);
      act(() => dots[2]?.click());
      expect(at()).toBe(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows the mission, the claims and both links', async () => {
    renderApp('/about', server);
    expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent(/mission/i);
    expect(screen.getAllByRole('tab')).toHaveLength(3);
    for (const claim of ['500+', '10,000+', '50,000+', '24/7']) {
      expect(screen.getByText(claim)).toBeVisible();
    }
    expect(screen.getByRole('link', { name: 'Explore Our Farms' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Shop Now' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Become a Partner Farm' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Watch Our Story' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('shows the business hours, and validates the form', async () => {
    renderApp('/contact', server);
    await heading('Get in Touch');
    const main = screen.getByRole('main');
    expect(main).toHaveTextContent(/Mon–Fri\s*9:00 AM – 6:00 PM/);
    expect(main).toHaveTextContent(/Sat\s*10:00 AM – 4:00 PM/);
    expect(screen.getByLabelText('E-mail address')).toHaveAttribute('type', 'email');
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
    expect(screen.getByRole('alert')).toHaveTextContent('5 fields need your attention');
    expect(server.calls).not.toContain('POST /api/v1/contact-messages');
  });
});

describe('sections 4 and 9: orders', () => {
  it.each([
    ['active', 'Processing'],
    ['past', 'Delivered'],
  ] as const)('shows date, total and status of the %s ones', async (shelf, status) => {
    server.signInAs('customer');
    Object.assign(placeOrder(), {
      createdAt: '2026-11-20T15:04:00.000Z',
      status,
      isDelivered: status === 'Delivered',
    });
    renderApp(`/dashboard/customer/orders?show=${shelf}`, server);
    const card = await screen.findByRole('article');
    expect(card).toHaveTextContent('November 20, 2026');
    expect(card).toHaveTextContent(/\$\d+\.\d\d/);
    expect(within(card).getAllByText(status)[0]).toBeVisible();
  });

  it.each([
    ['customer', '/dashboard/customer/orders'],
    ['customer', '/dashboard/customer/products'],
    ['farmer', '/dashboard/farmer/orders'],
    ['admin', '/dashboard/admin/orders'],
    ['customer', `/orders/${'0'.repeat(24)}`],
  ] as const)('says to a %s at %s what went wrong', async (role, path) => {
    server.signInAs(role);
    const failing = () => problem('FORBIDDEN', 403, { message: 'The field is flooded' });
    server.on('GET /api/v1/orders', failing);
    server.on('GET /api/v1/orders/:id', failing);
    renderApp(path, server);
    expect(await screen.findByText('Error: The field is flooded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('section 8: the error catalogue', () => {
  it('shows that the figures could not be fetched', async () => {
    server.signInAs('admin');
    const failing = () => problem('FORBIDDEN', 403);
    server.on('GET /api/v1/users/stats', failing);
    server.on('GET /api/v1/orders/stats', () =>
      ok(orderStatsSchema, {
        totalOrders: 4,
        totalRevenue: 90,
        averageOrderValue: 22.5,
        version: 1,
      }),
    );
    renderApp('/dashboard/admin', server);
    const toast = (await screen.findByText('Error')).closest('[role=alert]');
    expect(toast).toHaveTextContent('Failed to fetch analytics data');
    // the other figures are shown
    expect(await screen.findByText('Total orders')).toBeVisible();
  });

  it('shows that users could not be fetched', async () => {
    server.signInAs('admin');
    server.on('GET /api/v1/users', () => problem('FORBIDDEN', 403));
    renderApp('/dashboard/admin/users', server);
    const toast = (await screen.findByText('Error')).closest('[role=alert]');
    expect(toast).toHaveTextContent('Failed to fetch users');
  });
});

describe('section 9: the cache', () => {
  it('has a stale time of 5 minutes and a gc time of 10, retries once, and ignores window focus', () => {
    const { queries } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      staleTime: 300_000,
      gcTime: 600_000,
      refetchOnWindowFocus: false,
    });
    const retry = queries?.retry as (failures: number, error: Error) => boolean;
    expect([0, 1].map((failures) => retry(failures, new Error('lost')))).toEqual([true, false]);
  });
});
