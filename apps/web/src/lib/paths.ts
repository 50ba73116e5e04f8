import type { Role } from '#libs/contracts';

/** The app's paths, as the code links to them. */
export const paths = {
  home: '/',
  products: '/products',
  product: (id: string) => `/products/${id}`,
  search: (text: string) => `/products?q=${encodeURIComponent(text)}`,
  farmers: '/farmers',
  farm: (slug: string) => `/farmers/${slug}`,
  about: '/about',
  contact: '/contact',
  faq: '/faq',
  shipping: '/shipping',
  returns: '/returns',
  privacy: '/privacy',
  auth: '/auth',
  signIn: '/sign-in',
  /** Where an invitation's link leads. */
  join: '/join',
  forgotPassword: '/sign-in/forgot-password',
  signUp: (role: Role) => `/sign-up?role=${role}`,
  favourites: '/dashboard/customer/favourites',
  cart: '/cart',
  checkout: '/checkout',
  inbox: '/inbox',
  order: (id: string) => `/orders/${id}`,
  /** The page of an order with the messages about one of its parts open. */
  messages: (orderId: string, partId: string) => `/orders/${orderId}?messages=${partId}`,
  receipt: (orderId: string) => `/orders/${orderId}/receipt`,
  /** The packing slip for a farm's part of an order. */
  packingSlip: (orderId: string) => `/dashboard/farmer/packing-slip/${orderId}`,
  /** The farm's orders of a day: `2026-12-04`, `none` or `all`. */
  farmOrders: (day: string) => `/dashboard/farmer/orders?day=${day}`,
  pickList: (day: string) => `/dashboard/farmer/pick-list?day=${day}`,
  /** What is printed for the orders of a day. */
  packingSlips: (day: string) => `/dashboard/farmer/packing-slips?day=${day}`,
  labels: (day: string) => `/dashboard/farmer/labels?day=${day}`,
  runSheet: (day: string) => `/dashboard/farmer/run-sheet?day=${day}`,
  /** The only page whose document may use the camera. */
  handOver: '/dashboard/farmer/hand-over',
  newProduct: '/dashboard/farmer/products/new',
  /** Where a farmer edits a product. */
  ownProduct: (id: string) => `/dashboard/farmer/products/${id}`,
  stockHistory: (id: string) => `/dashboard/farmer/products/${id}/stock`,
  dashboard: '/dashboard',
  dashboardOf: (role: Role) => `/dashboard/${role}`,
  /** The admin's page about one user. */
  person: (id: string) => `/dashboard/admin/users/${id}`,
  /** The books of a farm, for admins. */
  farmMoney: (farmId: string) => `/dashboard/admin/money/${farmId}`,
  myProducts: '/my-products',
  admin: '/admin',
} as const;

/** Prevents open redirects after sign-in: `next` if it is a path on this site, else null. */
export function safeNext(next: string | null | undefined): string | null {
  // Browsers remove tabs and line breaks from a URL: "/\t/evil.example" is "//evil.example" to them.
  if (!next?.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return null;
  return next;
}

/** Location state of an order's page when the checkout navigates to it. */
export const ORDER_PLACED = 'order-placed';
