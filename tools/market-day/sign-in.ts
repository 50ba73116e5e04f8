import { setTimeout as sleep } from 'node:timers/promises';
import { type Role, type UserDto, userDtoSchema } from '#libs/contracts';
import { DEMO_PASSWORD, demoPeople } from '../../apps/standalone/src/demo/people';

/** Milliseconds for which a request that is limited, or refused by a busy server, is repeated. */
const RETRY_MS = 60_000;
/** Password of every account that the simulation creates. */
const PASSWORD = 'everybody walks to the market';

/** A signed-in account. */
export interface Account {
  readonly user: UserDto;
  readonly token: string;
  /** Session cookie, with which the browser gets the next token. */
  readonly cookie: string;
}
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Signs in the demo account of that number; further customers are of the simulation. */
export async function signIn(shop: URL, role: Role, number: number): Promise<Account> {
  const demo = demoPeople.filter((person) => person.role === role)[number];
  if (demo) return signInByEmail(shop, demo.email);
  if (role !== 'customer')
    throw new Error(`The shop has no ${role} number ${number + 1}: choose fewer.`);
  const [firstName, lastName] = ['Robin', `Walker ${number}`];
  return signInByEmail(shop, `market-day-${number}@demo.farmgate.test`, { firstName, lastName });
}

/** Signs in a demo account or, given a name, one of the simulation, which is created on first use. */
export async function signInByEmail(
  shop: URL,
  email: string,
  name?: { readonly firstName: string; readonly lastName: string },
): Promise<Account> {
  const signIn = (password: string) => send(shop, '/api/auth/sign-in/email', { email, password });
  let answer = await signIn(name ? PASSWORD : DEMO_PASSWORD);
  if (answer.status === 401 && name) {
    const account = { email, password: PASSWORD, name: `${name.firstName} ${name.lastName}` };
    answer = await send(shop, '/api/auth/sign-up/email', { ...account, ...name });
  }
  if (answer.status !== 200) throw refusal(email, answer);
  const cookie = cookieOf(answer);
  const token = await renewedToken(shop, cookie);
  const subject = (JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string }).sub;
  const wish = { clerkId: subject, email, role: 'customer' };
  const started = await send(shop, '/api/v1/users/initialize', wish, {
    authorization: `Bearer ${token}`,
  });
  if (started.status !== 200) throw refusal(email, started);
  return { token, cookie, user: userDtoSchema.parse(started.body) };
}

/** The account once it has joined the team of an invitation, for whose farm it acts then. */
export async function joined(shop: URL, account: Account, link: string): Promise<Account> {
  const body = { token: new URL(link).hash.slice(1) };
  const headers = { authorization: `Bearer ${account.token}` };
  const answer = await send(shop, '/api/v1/invitations/accept', body, headers);
  if (answer.status !== 200) throw refusal(account.user.email, answer);
  return { ...account, user: userDtoSchema.parse(answer.body) };
}

/** A new token for the cookie's session. */
export async function renewedToken(shop: URL, cookie: string): Promise<string> {
  const answer = await send(shop, '/api/auth/token', undefined, { cookie });
  if (answer.status !== 200) throw refusal('The token', answer);
  return (answer.body as { token: string }).token;
}

/** Repeats a request after Retry-After where sign-ins are limited (429) or the server is busy (503). */
async function send(
  shop: URL,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  for (const deadline = Date.now() + RETRY_MS; ; ) {
    const answer = await fetch(new URL(path, shop), {
      headers: { origin: shop.origin, 'content-type': 'application/json', ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { status } = answer;
    if ((status !== 429 && status !== 503) || Date.now() > deadline)
      return { status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

function refusal(who: string, { status, body }: Answer): Error {
  return new Error(`${who} could not sign in: ${status} ${JSON.stringify(body)}`);
}
