import { type IncomingHttpHeaders, request } from 'node:http';
import { type Role, type UserDto, userDtoSchema } from '#libs/contracts';

/** Password of every demo account. */
const DEMO_PASSWORD = 'farmgate-demo';
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
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Signs in the demo account of that number; null if there is none. */
export async function signInDemo(
  shop: URL,
  role: Role,
  index: number,
  home: string,
): Promise<Account | null> {
  const answer = await post(shop, home, '/api/v1/demo/sign-in', { role, index });
  if (answer.status === 404) {
    if (hasCode(answer.body, 'ROUTE_NOT_FOUND'))
      throw new Error(`${shop.origin} has no demo accounts.`);
    return null;
  }
  if (answer.status !== 200) throw refusal('The demo account', answer);
  const { token, user } = answer.body as { token: string; user: unknown };
  return { token, user: userDtoSchema.parse(user), cookie: cookieOf(answer) };
}

/** Signs in a customer of the simulation; creates the account on first use. */
export async function signInCustomer(shop: URL, number: number, home: string): Promise<Account> {
  const email = `market-day-${number}@demo.farmgate.test`;
  const [firstName, lastName] = ['Robin', `Walker ${number}`];
  return signInByEmail(shop, email, home, { firstName, lastName });
}

/** Signs in a demo account or, given a name, one of the simulation, which is created on first use. */
export async function signInByEmail(
  shop: URL,
  email: string,
  home: string,
  name?: { readonly firstName: string; readonly lastName: string },
): Promise<Account> {
  const signIn = (password: string) =>
    post(shop, home, '/api/auth/sign-in/email', { email, password });
  let answer = await signIn(name ? PASSWORD : DEMO_PASSWORD);
  if (answer.status === 401 && name) {
    const account = { email, password: PASSWORD, name: `${name.firstName} ${name.lastName}` };
    answer = await post(shop, home, '/api/auth/sign-up/email', { ...account, ...name });
  }
  if (answer.status !== 200) throw refusal(email, answer);
  const cookie = cookieOf(answer);
  const token = await renewedToken(shop, cookie, home);
  const subject = (JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string }).sub;
  const wish = { clerkId: subject, email, role: 'customer' };
  const started = await post(shop, home, '/api/v1/users/initialize', wish, {
    authorization: `Bearer ${token}`,
  });
  if (started.status !== 200) throw refusal(email, started);
  return { token, cookie, user: userDtoSchema.parse(started.body) };
}

/** A new token for the cookie's session. */
export async function renewedToken(shop: URL, cookie: string, home: string): Promise<string> {
  const answer = await send(shop, home, 'GET', '/api/auth/token', undefined, { cookie });
  if (answer.status !== 200) throw refusal('The token', answer);
  return (answer.body as { token: string }).token;
}

function post(
  shop: URL,
  home: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(shop, home, 'POST', path, JSON.stringify(body), headers);
}

/** Repeats a request after Retry-After where sign-ins are limited (429) or the server is busy (503). */
async function send(
  shop: URL,
  home: string,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const deadline = Date.now() + RETRY_MS;
  for (;;) {
    const answer = await ask(shop, home, method, path, body, headers).catch((error: unknown) => {
      // Not every system has all of 127.0.0.0/8: without it everybody uses the same address.
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL'))
        throw error;
      return ask(shop, '', method, path, body, headers);
    });
    const isBusy = answer.status === 429 || answer.status === 503;
    if (!isBusy || Date.now() > deadline) return answer;
    const seconds = Number(answer.headers['retry-after'] ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/**
 * Sends one request from a given loopback address. The shop limits sign-ins by address, so each person has their own.
 * `fetch` cannot choose the local address.
 */
function ask(
  shop: URL,
  home: string,
  method: string,
  path: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const isHere = /^(localhost|127\.|\[::1\])/.test(shop.hostname);
  return new Promise((resolve, reject) => {
    const call = request({
      host: isHere ? '127.0.0.1' : shop.hostname,
      port: shop.port,
      ...(isHere && home !== '' && { localAddress: home }),
      method,
      path,
      headers: {
        host: shop.host,
        origin: shop.origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers: got } = response;
        try {
          resolve({ status, headers: got, body: text === '' ? null : JSON.parse(text) });
        } catch (error) {
          reject(new Error(`${path} answered what is no JSON`, { cause: error }));
        }
      });
    });
    call.end(body);
  });
}

const cookieOf = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');

const hasCode = (body: unknown, code: string) =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === code;

function refusal(who: string, { status, body }: Answer): Error {
  return new Error(`${who} could not sign in: ${status} ${JSON.stringify(body)}`);
}
