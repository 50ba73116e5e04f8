import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import mongoose, { type Connection } from 'mongoose';
import { createLogger, platformConfigSchema, readConfig } from '#libs/platform';
import { LOW_COST } from '../testing/built-in.js';
import { AuthLinks } from './auth-links.js';
import { AuthMails } from './auth-mails.js';
import { mountAuthRoutes } from './auth-routes.js';
import { createAuth } from './better-auth.js';
import { createAuthIndexes } from './collections.js';
import { DeviceCookies } from './device-cookies.js';

const MONGODB_URI = process.env.MONGODB_URI ?? 'mongodb://127.0.0.1:27099/?directConnection=true';
const ORIGIN = 'http://localhost:4324';
const SECRET = 'Zt8w!nQ2-fkP7c#Lr5vY9s$Ub3dXh6mE';
const KNOWN = 'ada@x.example';
const PASSWORD = 'a long enough password';

let connection: Connection;
let server: FastifyInstance;
/** The functions that derive a key from a password, which dominate the time of a sign-in. */
let derivations: jest.Mock[];
const log: string[] = [];

beforeAll(async () => {
  connection = await mongoose
    .createConnection(MONGODB_URI, { dbName: `identity-work-${process.pid}` })
    .asPromise();
  await connection.dropDatabase();
  const { db } = connection;
  if (!db) throw new Error('not connected');
  await createAuthIndexes(db);
  const needed = { TICKET_SECRET: 'x'.repeat(32), REDIS_URL: 'redis://127.0.0.1:1', MONGODB_URI };
  const platform = readConfig(
    platformConfigSchema,
    {},
    { NODE_ENV: 'test', PORT: '4324', ...needed },
  );
  const links = new AuthLinks(() => db);
  const auth = createAuth({
    secret: SECRET,
    platform,
    db,
    mails: new AuthMails(() => db, links),
    links,
    passwordCost: LOW_COST,
    onSessionEnd: async () => {},
    onSessionEnded: () => {},
    report: () => {},
  });
  const { password } = await auth.$context;
  derivations = [jest.spyOn(password, 'hash'), jest.spyOn(password, 'verify')] as jest.Mock[];
  server = Fastify();
  await mountAuthRoutes(server, {
    auth,
    origin: ORIGIN,
    reservedEmails: new Set(),
    attempts: {},
    devices: new DeviceCookies(SECRET, platform),
    logger: createLogger('info', 'test', { write: (line) => void log.push(line) }),
  });
});
afterAll(async () => {
  await server?.close();
  await connection?.dropDatabase();
  await connection?.close();
});

/** The status of the response, and how many keys were derived. */
async function send(path: string, email: string, password: string): Promise<[number, number]> {
  for (const one of derivations) one.mockClear();
  const { statusCode } = await server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { origin: ORIGIN },
    payload: { email, password, ...(path === '/sign-up/email' && { name: 'Ada' }) },
  });
  return [statusCode, derivations.reduce((sum, one) => sum + one.mock.calls.length, 0)];
}

it('a sign-in takes the same work for an unknown address, a wrong password and the right one', async () => {
  const signIn = (email: string, password: string) => send('/sign-in/email', email, password);
  expect(await send('/sign-up/email', KNOWN, PASSWORD)).toEqual([200, 1]);
  expect(await signIn(KNOWN, PASSWORD)).toEqual([200, 1]);
  expect(await signIn(KNOWN, 'a wrong password')).toEqual([401, 1]);
  expect(await signIn('nobody@x.example', PASSWORD)).toEqual([401, 1]);
  // An account without a password takes the same work, too.
  await connection.collection('authAccounts').updateMany({}, { $unset: { password: 1 } });
  expect(await signIn(KNOWN, PASSWORD)).toEqual([401, 1]);
});

it('successful and failed sign-ins are logged without addresses and passwords', async () => {
  log.length = 0;
  await send('/sign-up/email', 'bo@x.example', PASSWORD);
  await send('/sign-in/email', 'bo@x.example', PASSWORD);
  await send('/sign-in/email', 'bo@x.example', 'a wrong password');
  expect(log.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { did: '/sign-up/email', account: expect.stringMatching(/^[0-9a-f]{24}$/) },
    { did: '/sign-in/email', account: expect.stringMatching(/^[0-9a-f]{24}$/) },
    { refused: 'SIGN_IN_FAILED', from: '127.0.0.1' },
  ]);
  for (const secret of ['bo@x.example', PASSWORD, 'a wrong password'])
    expect(log.join('')).not.toContain(secret);
});
