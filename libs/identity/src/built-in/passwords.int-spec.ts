import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hashPassword as earlierHash } from 'better-auth/crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';

const PASSWORD = 'a long enough password';
const OWASP = /^scrypt:16384:8:5:[0-9a-f]{32}:[0-9a-f]{128}$/;

let database: Awaited<ReturnType<typeof openDatabase>>;
let server: FastifyInstance;
beforeAll(async () => {
  database = await openDatabase('passwords');
  server = Fastify();
  // At the cost that passwords have outside of tests.
  await builtIn(database.db, {}, { passwordCost: undefined }).mount(server);
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

const post = (path: string, payload: object) =>
  server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin: ORIGIN },
    payload,
  });
const signUp = (email: string) =>
  post('/sign-up/email', { email, password: PASSWORD, firstName: 'Ada' });
const signIn = async (email: string, password = PASSWORD) =>
  (await post('/sign-in/email', { email, password })).statusCode;
const hashes = () => database.db().collection('authAccounts');

it('are hashed as OWASP recommends', async () => {
  await signUp('gil@x.example');
  expect((await hashes().findOne({}, { sort: { _id: -1 } }))?.password).toMatch(OWASP);
});

it('that an earlier build has hashed still sign in, and are hashed anew', async () => {
  const email = 'hal@x.example';
  await signUp(email);
  const [newest] = await hashes().find().sort({ _id: -1 }).limit(1).toArray();
  if (!newest) throw new Error('there is no account');
  const account = { _id: newest._id };
  await hashes().updateOne(account, { $set: { password: await earlierHash(PASSWORD) } });
  expect(await signIn(email, 'a wrong one')).toBe(401);
  expect(await signIn(email)).toBe(200);
  expect((await hashes().findOne(account))?.password).toMatch(OWASP);
  expect(await signIn(email)).toBe(200);
});
