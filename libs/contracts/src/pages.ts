import type { Role } from './users.js';

/** The pages that everybody may read and search engines list, besides those of products and farms. */
export const PUBLIC_PAGES = [
  '/',
  '/products',
  '/farmers',
  '/about',
  '/contact',
  '/faq',
  '/shipping',
  '/returns',
  '/privacy',
] as const;
export type PublicPage = (typeof PUBLIC_PAGES)[number];

/** The pages of each dashboard, in the order of its links. */
export const DASHBOARD_PAGES = {
  customer: ['orders', 'products', 'favourites', 'profile'],
  farmer: [
    'orders',
    'pick-list',
    'days',
    'products',
    'numbers',
    'money',
    'problems',
    'reviews',
    'team',
    'profile',
  ],
  admin: [
    'analytics',
    'users',
    'orders',
    'products',
    'farms',
    'money',
    'problems',
    'calendar',
    'reviews',
    'reported-messages',
    'messages',
    'audit',
    'jobs',
    'stock-check',
    'profile',
  ],
} as const satisfies Record<Role, readonly string[]>;
export type DashboardPage<Of extends Role> = (typeof DASHBOARD_PAGES)[Of][number];

export const dashboardPaths = (role: Role): string[] =>
  DASHBOARD_PAGES[role].map((page) => `/dashboard/${role}/${page}`);

/** Where a farm scans the codes of its customers: the only page that may use the camera. */
export const HAND_OVER_PATH = '/dashboard/farmer/hand-over';

/**
 * The pages of the web app, so that the server can answer any other path with a real 404. The router's paths are
 * compared with them by a test. `:x` stands for one path segment, a final `*` for any number of them.
 */
export const pagePatterns: readonly string[] = [
  ...PUBLIC_PAGES,
  '/products/:id',
  '/farmers/:slug',
  '/auth',
  '/sign-in/*',
  '/sign-up/*',
  '/sso-callback',
  '/join',
  '/cart',
  '/checkout',
  '/inbox',
  '/orders/:id',
  '/orders/:id/receipt',
  '/test-cards/sellers/:seller',
  '/start',
  '/dashboard',
  '/dashboard/customer',
  '/dashboard/farmer',
  '/dashboard/admin',
  ...dashboardPaths('customer'),
  ...dashboardPaths('farmer'),
  '/dashboard/farmer/products/new',
  '/dashboard/farmer/products/:id',
  '/dashboard/farmer/products/:id/stock',
  '/dashboard/farmer/packing-slip/:id',
  '/dashboard/farmer/packing-slips',
  '/dashboard/farmer/labels',
  '/dashboard/farmer/run-sheet',
  HAND_OVER_PATH,
  ...dashboardPaths('admin'),
  '/dashboard/admin/users/:id',
  '/dashboard/admin/money/:id',
  '/my-products',
  '/admin',
];

const matchers = pagePatterns.map((pattern) => {
  const source = pattern.replace(/\/\*$/, '(/.*)?').replace(/:[a-z]+/g, '[^/]+');
  return new RegExp(`^${source}$`);
});

/** Whether the web app has a page at this path. */
export function isPage(path: string): boolean {
  return matchers.some((matcher) => matcher.test(path));
}

/**
 * The address of the page that a path means: `/products` for `/products/`, `//products` and `/Products`. Null if it
 * means none.
 */
export function pageAddress(path: string): string | null {
  if (isPage(path)) return path;
  const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return [plain, plain.toLowerCase()].find(isPage) ?? null;
}
