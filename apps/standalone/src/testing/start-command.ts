import { type BuiltProgram, startBuilt, type TestEngines } from '#libs/testing';

/** Starts a built command on these engines. */
export function startCommand(
  command: 'backup' | 'end-sessions' | 'rebuild' | 'restore' | 'seed',
  args: readonly string[],
  { mongodbUri, redisUrl }: TestEngines,
  settings: Readonly<Record<string, string>>,
): BuiltProgram {
  return startBuilt(`dist/server/${command}.js`, args, {
    NODE_ENV: 'test',
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    ...settings,
  });
}
