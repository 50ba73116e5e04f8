import { type BuiltProgram, serverProgram, startBuilt, type TestEngines } from '#libs/testing';

/** Starts a command on these engines. */
export function startCommand(
  command: 'backup' | 'end-sessions' | 'rebuild' | 'restore' | 'seed',
  args: readonly string[],
  { mongodbUri, redisUrl }: TestEngines,
  settings: Readonly<Record<string, string>>,
): BuiltProgram {
  return startBuilt(serverProgram(command), args, {
    NODE_ENV: 'test',
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    ...settings,
  });
}
