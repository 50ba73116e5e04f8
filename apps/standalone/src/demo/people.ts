import type { DemoPerson } from './demo-types.js';
import { demoFarms } from './farms.js';

/** The password of every demo person; demo accounts exist in demo mode only. */
export const DEMO_PASSWORD = 'farmgate-demo';

const CUSTOMERS: [firstName: string, lastName: string][] = [
  ['Emma', 'Castillo'],
  ['Noah', 'Fitzgerald'],
  ['Priya', 'Raman'],
  ['Lucas', 'Moreau'],
  ['Amara', 'Diallo'],
  ['Grace', 'Kowalski'],
  ['Daniel', 'Brooks'],
  ['Mei', 'Chen'],
  ['Oliver', 'Hayes'],
  ['Sofia', 'Marino'],
  ['Theo', 'Andersen'],
  ['Leila', 'Haddad'],
];

const ADMINS: [firstName: string, lastName: string][] = [
  ['Clara', 'Bennett'],
  ['Isaac', 'Moore'],
];

/** Customers first, then the farms' owners in the order of `demoFarms`, then the admins. */
export const demoPeople: DemoPerson[] = [
  ...CUSTOMERS.map(([firstName, lastName]) => person('customer', firstName, lastName)),
  ...demoFarms.map(({ owner, slug }) => person('farmer', owner.firstName, owner.lastName, slug)),
  ...ADMINS.map(([firstName, lastName]) => person('admin', firstName, lastName)),
];

function person(
  role: DemoPerson['role'],
  firstName: string,
  lastName: string,
  farmSlug: string | null = null,
): DemoPerson {
  const email = `${firstName}.${lastName}@demo.farmgate.test`.toLowerCase();
  return { role, firstName, lastName, email, farmSlug };
}
