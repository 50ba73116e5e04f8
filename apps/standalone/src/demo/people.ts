import type { DemoRole, Role } from '#libs/contracts';
import { demoFarms } from './catalogue.js';

/** Somebody who can sign in to a demo installation. */
export interface DemoPerson {
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
  /** The farm that a farmer owns; null for everybody else. */
  farmSlug: string | null;
}

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

/** Who packs and drives for the farm of the demo's farmer; by themselves they are customers. */
export const demoCrew: readonly (DemoPerson & { readonly worksAs: 'packer' | 'driver' })[] = [
  { ...person('customer', 'June', 'Alvarez'), worksAs: 'packer' },
  { ...person('customer', 'Marcus', 'Webb'), worksAs: 'driver' },
];

/** Somebody of the demo; null if there are fewer. */
export function demoPerson(role: DemoRole, index = 0): DemoPerson | null {
  const found =
    role === 'packer' || role === 'driver'
      ? demoCrew.filter(({ worksAs }) => worksAs === role)
      : demoPeople.filter((one) => one.role === role);
  return found[index] ?? null;
}

function person(
  role: DemoPerson['role'],
  firstName: string,
  lastName: string,
  farmSlug: string | null = null,
): DemoPerson {
  const email = `${firstName}.${lastName}@demo.farmgate.test`.toLowerCase();
  return { role, firstName, lastName, email, farmSlug };
}
