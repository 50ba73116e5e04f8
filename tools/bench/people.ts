import { randomUUID } from 'node:crypto';
import type { Db, ObjectId } from 'mongodb';
import * as z from 'zod';
import { fromThousandths } from '#libs/contracts';
import { type Send, sender } from './load.js';

export const PASSWORD = 'a password for benches only';
/** Farms whose goods are ordered, because an order can include three. */
const FARMS_MIN = 3;
/** In thousandths of a unit: more than any run can sell. */
const PLENTY = 1_000_000_000;

/** A user of the shop. */
export interface Person {
  readonly _id: string;
  readonly email: string;
  /** Cookie of the session, which outlasts the token. */
  readonly cookie: string;
  /** Valid for a quarter of an hour; see {@link renew}. */
  token: string;
}

export interface Item {
  readonly productId: string;
  readonly quantity: number;
}

/** Who acts: customers, a farmer, and what is for sale by farm, the farmer's first. */
export interface Cast {
  readonly origin: string;
  readonly customers: readonly Person[];
  readonly farmer: Person;
  readonly admin: Person;
  readonly farms: readonly { readonly _id: ObjectId; readonly items: readonly Item[] }[];
}

const tokenSchema = z.object({ token: z.string() });
const userSchema = z.object({ _id: z.string() });

async function tokenOf(send: Send, origin: string, cookie: string): Promise<string> {
  const { body } = await send('GET', '/api/auth/token', { headers: { cookie, origin } });
  return tokenSchema.parse(JSON.parse(body)).token;
}

async function signUp(send: Send, origin: string) {
  const email = `${randomUUID()}@bench.farmgate.test`;
  const body = { email, password: PASSWORD, name: 'Bea' };
  const headers = { origin };
  const { cookie } = await send('POST', '/api/auth/sign-up/email', { body, headers });
  const token = await tokenOf(send, origin, cookie);
  const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string };
  return { email, cookie, token, subject: sub };
}

/** A new customer, who signs up through the API. */
async function customer(send: Send, origin: string): Promise<Person> {
  const { subject: clerkId, ...account } = await signUp(send, origin);
  const { email, token } = account;
  const body = { clerkId, email, role: 'customer' };
  const answer = await send('POST', '/api/v1/users/initialize', { token, body });
  return { ...account, _id: userSchema.parse(JSON.parse(answer.body))._id };
}

/** Links a new account to a seeded user, as whom nobody could sign in otherwise. */
export async function become(db: Db, port: number, who: Record<string, unknown>): Promise<Person> {
  const { send, close } = sender(port);
  const { subject, ...account } = await signUp(send, `http://localhost:${port}`);
  close();
  const user = await db.collection('users').findOneAndUpdate(who, { $set: { subject } });
  if (!user) throw new Error('the seed has no such user');
  return { ...account, _id: user._id.toString() };
}

/** Makes everything available in plenty, and signs everybody in. */
export async function castOf(db: Db, port: number, customers: number): Promise<Cast> {
  const origin = `http://localhost:${port}`;
  const stock = { onHand: PLENTY, available: PLENTY, held: 0, 'farm.holidayUntil': null };
  await db.collection('products').updateMany({}, { $set: stock });
  const open = { holiday: null, minimumOrder: { delivery: 0, pickup: 0 } };
  await db.collection('farms').updateMany({}, { $set: open });
  const farms = await farmsOf(db);
  const { send, close } = sender(port);
  const people: Person[] = [];
  for (let n = 0; n < customers; n++) people.push(await customer(send, origin));
  close();
  const farmer = await become(db, port, { role: 'farmer', farmId: farms[0]?._id });
  const admin = await become(db, port, { role: 'admin' });
  return { origin, customers: people, farmer, admin, farms };
}

/** Renews everybody's tokens. */
export async function renew(port: number, { customers, farmer, admin, origin }: Cast) {
  const { send, close } = sender(port);
  for (const one of [...customers, farmer, admin])
    one.token = await tokenOf(send, origin, one.cookie);
  close();
}

interface Sold {
  readonly _id: ObjectId;
  readonly farm: { readonly _id: ObjectId };
  readonly minimum: number;
}

async function farmsOf(db: Db): Promise<Cast['farms']> {
  const sold = await db
    .collection<Sold>('products')
    .find({ listed: true, status: 'live' }, { projection: { farm: 1, minimum: 1 } })
    .sort({ _id: 1 })
    .toArray();
  const farms = new Map<string, { _id: ObjectId; items: Item[] }>();
  for (const { _id, farm, minimum } of sold) {
    const known = farms.get(farm._id.toString()) ?? { _id: farm._id, items: [] };
    known.items.push({ productId: _id.toString(), quantity: fromThousandths(minimum) });
    farms.set(farm._id.toString(), known);
  }
  if (farms.size < FARMS_MIN) throw new Error('the shop has too few farms');
  return [...farms.values()].sort((one, other) => other.items.length - one.items.length);
}

/** The items of a client's order: `lines` lines of `of` farms; products are a client's own if there are enough. */
export function basket({ farms }: Cast, client: number, lines: number, of = 1): Item[] {
  const each = Math.ceil(lines / of);
  const slot = of === 1 ? Math.floor(client / farms.length) : client;
  return Array.from({ length: lines }, (_, line) => {
    const items = farms[(client + (line % of)) % farms.length]?.items ?? [];
    const item = items[(slot * each + Math.floor(line / of)) % items.length];
    if (!item) throw new Error('the shop has too few products');
    return item;
  });
}
