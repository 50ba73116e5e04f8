/**
 * The pages of the web app, so that the server can answer any other path with a real 404.
 * `:x` stands for one step, a final `*` for any number of them.
 */
export const pagePatterns = [
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
  '/dashboard/*',
  '/my-products',
  '/admin',
] as const;

const matchers = pagePatterns.map((pattern) => {
  const source = pattern.replace(/\/\*$/, '(/.*)?').replace(/:[a-z]+/g, '[^/]+');
  return new RegExp(`^${source}/?$`);
});

/** Whether the web app has a page at this path. */
export function isPage(path: string): boolean {
  return matchers.some((matcher) => matcher.test(path));
}
