import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Program } from '../runner/programs.js';

const PASSWORD = 'a password for benches only';

/** A new account of the sign-in, which is nobody in the shop yet. */
export interface Account {
  readonly email: string;
  readonly subject: string;
  readonly token: string;
}

export async function signUp(api: Program): Promise<Account> {
  const email = `${randomUUID()}@bench.farmgate.test`;
  const account = { email, password: PASSWORD, name: 'Bea' };
  const signedUp = await call(api, 'POST', '/api/auth/sign-up/email', account);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const answer = await call(api, 'GET', '/api/auth/token', undefined, { cookie });
  const { token } = (await answer.json()) as { token: string };
  const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string };
  return { email, subject: sub, token };
}

/** A token for each of so many new customers, who come in by the front door. */
export async function customers(api: Program, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) {
    const { email, subject: clerkId, token } = await signUp(api);
    const wish = { clerkId, email, role: 'customer' };
    const authorization = `Bearer ${token}`;
    await call(api, 'POST', '/api/v1/users/initialize', wish, { authorization });
    tokens.push(token);
  }
  return tokens;
}

/** A token of somebody whom the seed has made, and whom nobody can sign in as: a new account takes their place. */
export async function become(db: Db, api: Program, who: Record<string, unknown>): Promise<string> {
  const { token, subject } = await signUp(api);
  const { matchedCount } = await db.collection('users').updateOne(who, { $set: { subject } });
  if (matchedCount !== 1) throw new Error('the seed has no such user');
  return token;
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
