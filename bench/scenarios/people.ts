import type { Program } from '../runner/programs.js';

const PASSWORD = 'a password for benches only';

/** A token for each of so many new customers, who come in by the front door. */
export async function customers(api: Program, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) tokens.push(await customer(api, n));
  return tokens;
}

async function customer({ port }: Program, n: number): Promise<string> {
  const base = `http://127.0.0.1:${port}`;
  const headers = { 'content-type': 'application/json', origin: `http://localhost:${port}` };
  const email = `bench-${n}-${Date.now()}@bench.farmgate.test`;
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const signedUp = await post('/api/auth/sign-up/email', {
    email,
    password: PASSWORD,
    name: 'Bea',
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { token } = (await (
    await fetch(`${base}/api/auth/token`, { headers: { ...headers, cookie } })
  ).json()) as { token: string };
  const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string };
  const authorization = `Bearer ${token}`;
  await post(
    '/api/v1/users/initialize',
    { clerkId: sub, email, role: 'customer' },
    { authorization },
  );
  return token;
}
