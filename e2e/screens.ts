import type { APIRequestContext, Browser } from '@playwright/test';
import { dashboardPaths } from '../libs/contracts/src/pages.js';
import { demoCaller, orderFromFarm } from './api.js';
import { Person } from './people.js';

/** Every page of the app, by user; search parameters are states of a page. */
export const SCREENS = {
  visitor: [
    '/',
    '/products',
    '/products?category=roots&sort=price',
    '/products?q=zzzzzz',
    '/farmers',
    '/about',
    '/about?tab=impact',
    '/contact',
    '/faq',
    '/shipping',
    '/returns',
    '/privacy',
    '/auth',
    '/sign-in',
    '/sign-in/forgot-password',
    '/sign-in/new-password#x',
    '/sign-in/confirm-email#x',
    '/sign-in/new-password',
    '/sign-up',
    '/sign-up?role=admin',
    '/nowhere',
    '/products/000000000000000000000000',
    '/farmers/nobody',
  ],
  customer: [
    ...dashboardPaths('customer'),
    '/',
    '/products',
    '/cart',
    '/checkout',
    '/dashboard/customer/orders?show=past',
    '/dashboard/customer/orders?show=cancelled',
    '/inbox',
    '/orders/000000000000000000000000',
    '/orders/000000000000000000000000/receipt',
  ],
  farmer: [
    ...dashboardPaths('farmer'),
    '/dashboard/farmer/days?edit=new',
    '/dashboard/farmer/products?status=archived',
    '/dashboard/farmer/products/new',
    '/dashboard/farmer/products/000000000000000000000000',
    '/dashboard/farmer/orders?view=table',
    '/dashboard/farmer/pick-list?by=order',
    '/dashboard/farmer/packing-slip/000000000000000000000000',
    '/dashboard/farmer/packing-slips?day=none',
    '/dashboard/farmer/labels?day=none',
    '/dashboard/farmer/labels?day=2099-01-01',
    '/dashboard/farmer/run-sheet?day=none',
    '/dashboard/farmer/hand-over',
    '/dashboard/farmer/reviews?answered=false',
    '/dashboard/farmer/money?month=2000-01',
    '/dashboard/farmer/problems?status=answered',
    '/inbox',
  ],
  /** A new customer: every list is empty. */
  newcomer: [
    ...dashboardPaths('customer'),
    '/cart',
    '/checkout',
    '/dashboard/customer/orders?show=cancelled',
    '/inbox',
  ],
  /** A new farmer, whose farm is not approved: every list is empty. */
  pendingFarmer: [...dashboardPaths('farmer')],
  admin: [
    ...dashboardPaths('admin'),
    '/dashboard/admin/users?role=admin&status=suspended',
    '/dashboard/admin/orders?q=zzzzzz',
    '/dashboard/admin/products?status=review',
    '/dashboard/admin/farms?status=approved',
    '/dashboard/admin/calendar?farm=0000000000000000000000aa',
    '/dashboard/admin/money?corrections=confirmed',
    '/dashboard/admin/problems?status=answered',
    '/dashboard/admin/reported-messages?status=decided',
    '/dashboard/admin/money/0000000000000000000000aa',
    '/dashboard/admin/audit?from=2099-01-01',
    '/dashboard/admin/nothing',
    '/inbox',
  ],
} as const;

export type Who = keyof typeof SCREENS;

/** Opens a browser context as one of `SCREENS`. */
export function openAs(browser: Browser, who: Who): Promise<Person> {
  if (who === 'visitor') return Person.open(browser);
  if (who === 'newcomer') return Person.signUp(browser, 'customer', unique('Nell'));
  if (who === 'pendingFarmer') return Person.signUp(browser, 'farmer', unique('Finn'));
  return Person.open(browser, who);
}

/** Places an order of the demo customer at the demo farm; returns the path of its page. */
export async function placeFarmOrder(request: APIRequestContext): Promise<string> {
  const { order } = await orderFromFarm(await demoCaller(request));
  return `/orders/${order._id}`;
}

let uniqueCount = 0;
function unique(name: string): string {
  uniqueCount += 1;
  return `${name}${process.pid}x${uniqueCount}`;
}
