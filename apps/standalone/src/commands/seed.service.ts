import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { type Farm, FarmsImport } from '#libs/farms';
import { RecipientsImport } from '#libs/notifications';
import { OrdersImport } from '#libs/orders';
import { type Product, ProductsImport } from '#libs/products';
import { type ImportedUser, UsersImport } from '#libs/users';
import { demoFarms, demoProducts } from '../demo/catalogue.js';
import { newProduct } from '../demo/new-product.js';
import { Chance } from '../history/chance.js';
import { type PastCustomer, pastOrders, type Stall } from '../history/past-orders.js';

export interface SeedSize {
  readonly products: number;
  readonly orders: number;
  readonly users: number;
  /** The days over which the orders are spread. */
  readonly days: number;
}

const PRODUCTS_PER_FARM = 100;
/** Rows per batch. */
const BATCH = 1_000;
const FIRST = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'June', 'Kai'];
const LAST = ['Ash', 'Birch', 'Cole', 'Dale', 'Elm', 'Frost', 'Grove', 'Hill', 'Ives', 'Jett'];

/** Writes a marketplace of any size through the imports of the slices. */
@Injectable()
export class SeedCommand {
  constructor(
    private readonly users: UsersImport,
    private readonly farms: FarmsImport,
    private readonly products: ProductsImport,
    private readonly orders: OrdersImport,
    private readonly recipients: RecipientsImport,
  ) {}

  async isEmpty(): Promise<boolean> {
    const slices = [this.users, this.farms, this.products, this.orders];
    return (await Promise.all(slices.map((slice) => slice.isEmpty()))).every(Boolean);
  }

  /** Writes everything except the projections, and reports each step with `say`. */
  async run({ products, orders, users, days }: SeedSize, say: (line: string) => void) {
    const run = randomBytes(4).toString('hex');
    const count = Math.max(1, Math.min(Math.ceil(products / PRODUCTS_PER_FARM), users - 2));
    const people = Array.from({ length: users }, (_, n) => person(run, n, count));
    for (const batch of batches(people)) {
      await this.users.add(batch);
      await this.recipients.add(batch.map(recipientOf));
    }
    say(`${users} users: 1 admin, ${count} farmers, ${users - count - 1} customers`);
    const stalls = await this.openStalls(people, products, run);
    say(`${products} products of ${count} farms`);
    const customers = people
      .filter(({ role }) => role === 'customer')
      .map((one): PastCustomer => ({ _id: one._id, name: nameOf(one) }));
    const chance = new Chance(1);
    const past = pastOrders({ customers, stalls, count: orders, days, now: Date.now(), chance });
    say(`${await this.orders.add(past)} orders over ${days} days`);
  }

  private async openStalls(
    people: readonly ImportedUser[],
    count: number,
    run: string,
  ): Promise<Stall[]> {
    const farmers = people.filter(({ role }) => role === 'farmer');
    const farms = await this.farms.add(farmers.map((owner, n) => farmOf(owner, n, run)));
    const wanted = Array.from({ length: count }, (_, n) => {
      const farm = farms[n % farms.length] as Farm;
      const demo = demoProducts[n % demoProducts.length] as (typeof demoProducts)[number];
      return newProduct({ ...demo, name: `${demo.name} ${n + 1}` }, farm);
    });
    const products: Product[] = [];
    for (const batch of batches(wanted)) products.push(...(await this.products.add(batch)));
    const byFarm = new Map(farms.map(({ _id }): [string, Product[]] => [_id.toString(), []]));
    for (const product of products) byFarm.get(product.farm._id.toString())?.push(product);
    return farms.map((farm, n) => ({
      farm,
      farmer: farmers[n] ? nameOf(farmers[n]) : farm.name,
      products: byFarm.get(farm._id.toString()) ?? [],
    }));
  }
}

function* batches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
}

/** The first is an admin, then come farmers, then customers. None has an account to sign in with. */
function person(run: string, n: number, farmers: number): ImportedUser {
  const role = n === 0 ? 'admin' : n <= farmers ? 'farmer' : 'customer';
  return {
    _id: new Types.ObjectId(),
    subject: `seed-${run}-${n}`,
    email: `seed-${run}-${n}@seed.farmgate.test`,
    firstName: FIRST[n % FIRST.length] ?? '',
    lastName: `${LAST[n % LAST.length] ?? ''} ${n}`,
    role,
    farmId: role === 'farmer' ? new Types.ObjectId() : null,
    createdAt: new Date(),
  };
}

function farmOf(owner: ImportedUser, n: number, run: string) {
  const { slug, owner: _, ...profile } = demoFarms[n % demoFarms.length] as (typeof demoFarms)[0];
  return {
    ...profile,
    _id: owner.farmId ?? new Types.ObjectId(),
    ownerId: owner._id,
    slug: `${slug}-${run}-${n + 1}`,
    name: `${profile.name} ${n + 1}`,
    status: 'approved' as const,
  };
}

const recipientOf = (user: ImportedUser) => ({
  _id: user._id,
  email: user.email,
  name: nameOf(user),
  farmId: user.farmId,
});

const nameOf = ({ firstName, lastName }: ImportedUser) => `${firstName} ${lastName}`;
