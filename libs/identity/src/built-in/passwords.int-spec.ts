import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { builtIn, ORIGIN, openDatabase } from '../testing/built-in.js';
import { passwordHashing } from './passwords.js';

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
const hashes = () => database.db().collection('authAccounts');

it('are hashed as OWASP recommends', async () => {
  await signUp('gil@x.example');
  expect((await hashes().findOne({}, { sort: { _id: -1 } }))?.password).toMatch(OWASP);
});

it('stay valid when the cost changes', async () => {
  const hash = await passwordHashing({ N: 2 ** 10, r: 8, p: 1 }).hash(PASSWORD);
  expect(await passwordHashing().verify({ hash, password: PASSWORD })).toBe(true);
  expect(await passwordHashing().verify({ hash, password: 'a wrong one' })).toBe(false);
});
