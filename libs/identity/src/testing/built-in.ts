import mongoose, { type Connection, type mongo } from 'mongoose';
import { platformConfigSchema, readConfig } from '#libs/platform';
import { BuiltInProvider } from '../built-in/built-in.provider.js';
import { createIdentityProvider } from '../create-identity-provider.js';
import { identityConfigSchema } from '../identity.config.js';

// biome-ignore lint/style/noProcessEnv: where the engines of the run are
const MONGODB_URI = process.env.MONGODB_URI ?? 'mongodb://127.0.0.1:27099/?directConnection=true';

/** The origin of the pages. */
export const ORIGIN = 'http://localhost:4321';

export const SECRET = 'Zt8w!nQ2-fkP7c#Lr5vY9s$Ub3dXh6mE';
/** The platform settings without a default, or with another one in tests. */
export const REQUIRED = {
  NODE_ENV: 'test',
  PORT: new URL(ORIGIN).port,
  MONGODB_URI,
  REDIS_URL: 'redis://127.0.0.1:1',
  TICKET_SECRET: 'x'.repeat(32),
};

/** Opens an empty database for one spec. */
export async function openDatabase(name: string) {
  const connection: Connection = await mongoose
    .createConnection(MONGODB_URI, { dbName: `identity-${name}-${process.pid}` })
    .asPromise();
  await connection.dropDatabase();
  return {
    connection,
    db: (): mongo.Db => connection.getClient().db(connection.name),
    async close(): Promise<void> {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}

type Options = Parameters<typeof createIdentityProvider>[0];

/** Tests hash hundreds of passwords; a test of its own proves the usual cost. */
export const LOW_COST = { N: 16, r: 8, p: 1 };

/** The built-in provider of one process, which shares only the database with others. */
export function builtIn(
  db: () => mongo.Db,
  settings: Record<string, string> = {},
  more: Pick<Options, 'logger' | 'queueMail' | 'isAdmin' | 'onSessionEnd' | 'passwordCost'> = {},
): BuiltInProvider {
  const platform = { ...REQUIRED, ...settings };
  const identity = { AUTH_SECRET: SECRET, ...settings };
  const provider = createIdentityProvider({
    identity: readConfig(identityConfigSchema, {}, identity),
    platform: readConfig(platformConfigSchema, {}, platform),
    db,
    passwordCost: LOW_COST,
    ...more,
  });
  if (!(provider instanceof BuiltInProvider)) throw new Error('expected the built-in provider');
  return provider;
}
