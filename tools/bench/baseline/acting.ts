/**
 * The baseline of acts: the product's routes on Fastify and the driver. It verifies tokens, reads and writes the same
 * documents in the same collections, in a transaction where several change together, and returns what it has read. It
 * has no events, no handlers, and no checks beyond those of its queries. `acting.js <mongodb> <api>` prints its port.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import Fastify, { type FastifyRequest } from 'fastify';
import { createLocalJWKSet, generateKeyPair, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { MongoClient, ObjectId } from 'mongodb';
import * as z from 'zod';
import { farmActs } from './acting-farm.js';
import { ownActs } from './acting-own.js';
import { shopActs } from './acting-shop.js';

const [uri = '', api = ''] = process.argv.slice(2);
const client = await MongoClient.connect(uri);
const db = client.db();
const keys = createLocalJWKSet(
  (await (await fetch(`${api}/api/auth/jwks`)).json()) as JSONWebKeySet,
);

/** The user of a request; every route for signed-in users reads it. */
async function caller({ headers }: FastifyRequest) {
  const token = headers.authorization?.slice('Bearer '.length) ?? '';
  const { payload } = await jwtVerify(token, keys, { algorithms: ['RS256'] });
  const user = await db.collection('users').findOne({ subject: String(payload.sub) });
  if (!user) throw new Error('nobody has this token');
  return user;
}

const app = Fastify();
app.get('/api/v1/users/me', caller);
app.get<{ Params: { id: string } }>('/api/v1/products/:id', ({ params }) =>
  db.collection('products').findOne({ _id: new ObjectId(params.id) }),
);
shopActs(app, client, caller);
ownActs(app, client, caller);
farmActs(app, client, caller);

const derive = promisify<string, string, number, object, Buffer>(scrypt);
const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2_048 });
const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const DAY_MS = 86_400_000;

app.post('/api/auth/sign-in/email', async ({ body, headers }, reply) => {
  const { email, password } = credentialsSchema.parse(body);
  const user = await db.collection('authUsers').findOne({ email });
  const account = await db
    .collection('authAccounts')
    .findOne({ userId: user?._id, providerId: 'credential' });
  // `scrypt:N:r:p:salt:hash`, as the product stores it
  const [, N, r, p, salt = '', hash] = String(account?.password).split(':');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * Number(N) * Number(r) };
  const key = await derive(password.normalize('NFKC'), salt, 64, cost);
  if (key.toString('hex') !== hash) throw new Error('another password');
  const now = new Date();
  const token = randomBytes(24).toString('base64url');
  await db.collection('authSessions').insertOne({
    userId: user?._id,
    token,
    expiresAt: new Date(now.getTime() + 7 * DAY_MS),
    ipAddress: '',
    userAgent: headers['user-agent'] ?? '',
    createdAt: now,
    updatedAt: now,
  });
  return reply.header('set-cookie', `session=${token}; HttpOnly`).send({ user });
});
app.get('/api/auth/token', async ({ headers }) => {
  const token = headers.cookie?.slice('session='.length);
  const session = await db.collection('authSessions').findOne({ token });
  const user = await db.collection('authUsers').findOne({ _id: session?.userId });
  const claims = { sub: String(user?._id), email: user?.email, name: user?.name };
  const signing = new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).setExpirationTime('15m');
  return { token: await signing.sign(privateKey) };
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${new URL(address).port}\n`);
