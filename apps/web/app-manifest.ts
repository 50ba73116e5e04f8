import type { ManifestOptions } from 'vite-plugin-pwa';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' }],
});

/** The web app manifest: what an installed Farmgate is called, looks like, and opens. */
export const appManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Farmgate – fresh from farm to table',
  short_name: 'Farmgate',
  description: 'The market of the farms around you: shop, follow your orders, run your stall.',
  lang: 'en',
  dir: 'ltr',
  categories: ['food', 'shopping'],
  // which page that is depends on who is signed in
  start_url: '/start',
  scope: '/',
  display: 'standalone',
  // of the light scheme; the page's own `theme-color` has both
  theme_color: '#f6efdf',
  background_color: '#f6efdf',
  icons: [
    icon('app', 192, 'any'),
    icon('app', 512, 'any'),
    icon('maskable', 192, 'maskable'),
    icon('maskable', 512, 'maskable'),
  ],
  shortcuts: [
    shortcut('Orders', '/start?to=orders'),
    shortcut('Pick list', '/dashboard/farmer/pick-list'),
    shortcut('Cart', '/cart'),
  ],
};
