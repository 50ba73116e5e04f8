/**
 * `node scripts/smoke.mjs <address>`: checks an installation from outside: its processes are ready, a user can sign up,
 * and the event of a change reaches their socket. Creates an account; prints each passed check, and exits with 1 at the
 * first failure.
 */
import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { fail, say } from './tools.mjs';

const [address] = process.argv.slice(2);
if (!address || !URL.canParse(address)) fail('usage: node scripts/smoke.mjs <address of the shop>');
const { origin } = new URL(address);
const api = `${origin}/api/v1`;
const WAIT_MS = 10_000;

const json = { 'content-type': 'application/json', origin };

async function request(what, url, expected, options = {}) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS), ...options }).catch(
    (error) => fail(`✗ ${what}: ${error.cause?.message ?? error.message}`),
  );
  if (answer.status !== expected)
    fail(`✗ ${what}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  say(`✓ ${what}`);
  return answer;
}

/** Opens a socket as a page does. */
async function openSocket(what, headers) {
  const answer = await request(`a ticket for ${what}`, `${api}/realtime/ticket`, 200, {
    method: 'POST',
    headers,
  });
  const { ticket } = await answer.json();
  const socket = io(origin, { transports: ['websocket'], auth: { ticket }, reconnection: false });
  await new Promise((resolve) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) =>
      fail(`✗ a socket for ${what}: ${error.description?.message ?? error.message}`),
    );
    setTimeout(() => fail(`✗ a socket for ${what}: no answer`), WAIT_MS).unref();
  });
  say(`✓ a socket for ${what}`);
  return socket;
}

await request('ready', `${api}/health/ready`, 200);
const page = await (await request('the first page', origin, 200)).text();
if (!page.includes('id="root"')) fail('✗ the first page is not that of the shop');
await request('products', `${api}/products`, 200);
await request('no metrics for the world', `${origin}/metrics`, 404);
(await openSocket('a visitor', { origin })).disconnect();

const email = `smoke-${randomUUID()}@example.com`;
const signUp = await request('sign-up', `${origin}/api/auth/sign-up/email`, 200, {
  method: 'POST',
  headers: json,
  body: JSON.stringify({
    email,
    password: randomUUID(),
    name: 'Smoke Test',
    firstName: 'Smoke',
    lastName: 'Test',
  }),
});
const cookie = signUp.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ');
const session = await request('a token', `${origin}/api/auth/token`, 200, {
  headers: { ...json, cookie },
});
const { token } = await session.json();
const authorization = `Bearer ${token}`;
const headers = { ...json, authorization };
const { sub } = JSON.parse(atob(token.split('.')[1]));
const profile = await request('an account', `${api}/users/initialize`, 200, {
  method: 'POST',
  headers,
  body: JSON.stringify({ clerkId: sub, email, role: 'customer' }),
});
const { version, lastName } = await profile.json();
const socket = await openSocket('a customer', { origin, authorization });
const event = new Promise((resolve) => socket.onAny((name) => resolve(name)));
await request('a change', `${api}/users/me`, 200, {
  method: 'PATCH',
  headers,
  body: JSON.stringify({ version, firstName: 'Smoked', lastName }),
});
setTimeout(() => fail('✗ no event of the change reached the socket'), WAIT_MS).unref();
say(`✓ the event ${await event}`);
socket.disconnect();
process.exit(0);
