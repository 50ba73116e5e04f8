import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import * as z from 'zod';
import type { Program } from '../runner/programs.js';

export const PASSWORD = 'a password for benches only';

/** A new account of the identity provider, without a user in the shop yet. */
export interface Account {
  readonly email: string;
  readonly subject: string;
  /** Cookie of its session, which outlasts the token. */
  readonly cookie: string;
  readonly token: string;
}

/** A user of the shop. */
export interface Person extends Account {
  readonly _id: string;
}
const userSchema = z.object({ _id: z.string() });

export async function signUp(api: Program): Promise<Account> {
  const email = `${randomUUID()}@bench.farmgate.test`;
  const account = { email, password: PASSWORD, name: 'Bea' };
  const signedUp = await call(api, 'POST', '/api/auth/sign-up/email', account);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const token = await tokenOf(api, cookie);
  const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string };
  return { email, subject: sub, cookie, token };
}

/** A new token of the same session; each is valid for a quarter of an hour. */
export async function tokenOf(api: Program, cookie: string): Promise<string> {
  const answer = await call(api, 'GET', '/api/auth/token', undefined, { cookie });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}

/** A new customer, who signs up through the API. */
export async function customer(api: Program): Promise<Person> {
  const account = await signUp(api);
  const { email, subject: clerkId, token } = account;
  const wish = { clerkId, email, role: 'customer' };
  const authorization = `Bearer ${token}`;
  const answer = await call(api, 'POST', '/api/v1/users/initialize', wish, { authorization });
  return { ...account, _id: userSchema.parse(await answer.json())._id };
}

/** Signs up new customers; returns their tokens. */
export async function customers(api: Program, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) tokens.push((await customer(api)).token);
  return tokens;
}

/** Links a new account to a seeded user, as whom nobody could sign in otherwise. */
export async function become(db: Db, api: Program, who: Record<string, unknown>): Promise<Person> {
  const account = await signUp(api);
  const { subject } = account;
  const user = await db.collection('users').findOneAndUpdate(who, { $set: { subject } });
  if (!user) throw new Error('the seed has no such user');
  return { ...account, _id: user._id.toString() };
}

async function call(
  { port }: Program,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      origin: `http://localhost:${port}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
