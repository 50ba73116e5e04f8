/** The sub-pages of each dashboard. */
const dashboards = {
  customer: ['orders', 'products', 'favourites', 'profile'],
  farmer: [
    ...['products', 'products/new', 'products/:id', 'products/:id/stock'],
    ...['orders', 'pick-list', 'packing-slip/:id'],
    ...['numbers', 'reviews', 'profile'],
  ],
  admin: [
    ...['analytics', 'users', 'users/:id', 'orders', 'products', 'farms'],
    ...['reviews', 'messages', 'audit', 'jobs', 'stock-check', 'profile'],
  ],
};

/**
 * The pages of the web app, so that the server can answer any other path with a real 404.
 * `:x` stands for one path segment, a final `*` for any number of them.
 */
export const pagePatterns: readonly string[] = [
  '/',
  '/products',
  '/products/:id',
  '/farmers',
  '/farmers/:slug',
  '/about',
  '/contact',
  '/faq',
  '/shipping',
  '/returns',
  '/privacy',
  '/auth',
  '/sign-in/*',
  '/sign-up/*',
  '/sso-callback/*',
  '/cart',
  '/checkout',
  '/inbox',
  '/orders/:id',
  '/dashboard',
  ...Object.entries(dashboards).flatMap(([role, pages]) => [
    `/dashboard/${role}`,
    ...pages.map((page) => `/dashboard/${role}/${page}`),
  ]),
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
