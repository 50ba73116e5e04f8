import { HELP, readArguments } from './arguments.js';
import { EmbeddedMongoError, startEmbeddedMongo } from './index.js';
import { logAsJson } from './server/log.js';
import { DAMAGED_EXIT_CODE, damageIn } from './storage/damage.js';
import { lockDirectory } from './storage/lock.js';
import { Store } from './storage/store.js';
import { verifyStore } from './storage/verify.js';
import { removeDirectory, temporaryDirectory } from './temporary.js';

/** Time limit for closing after the parent process has died, in ms. */
const ORPHAN_MS = 3_000;

const fail = (message: string, code = 1): never => {
  process.stderr.write(`embedded-mongo: ${message}\n`);
  process.exit(code);
};

async function serve(options: ReturnType<typeof readArguments>): Promise<void> {
  const { dir = await temporaryDirectory(), port, durability } = options;
  const server = await startEmbeddedMongo({
    ...{ dir, port, durability, failPoints: options['fail-points'] ?? false },
    ...(options.log && { log: logAsJson((line) => process.stderr.write(line)) }),
    onDamaged: ({ message }) => fail(message, DAMAGED_EXIT_CODE),
  });
  const ended = async () => {
    await server.close();
    if (options.temporary) await removeDirectory(dir);
    process.exit(0);
  };
  const close = () => void ended();
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
  if (options['exit-with-parent']) {
    const stop = () => {
      close();
      // No parent is left to kill a server that does not close. Acknowledged writes are on disk.
      setTimeout(() => process.exit(1), ORPHAN_MS).unref();
    };
    // a dying parent closes its IPC channel or, without one, the pipe of the standard input
    if (process.connected) process.once('disconnect', stop);
    else process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
  }
  process.stdout.write(`embedded-mongo ready on ${server.uri}\n`);
}

/** Turns LMDB's error about a damaged page into one that names the data file. */
function read<Result>(work: () => Result, dir: string): Result {
  try {
    return work();
  } catch (error) {
    throw damageIn(error, dir) ?? error;
  }
}

/** Checks the data of a stopped server; sets exit code 1 if it finds a problem. */
async function verify(dir: string): Promise<void> {
  const unlock = lockDirectory(dir);
  const store = new Store(dir, 'commit');
  const { collections, documents, entries, problems } = read(() => verifyStore(store), dir);
  await store.close();
  unlock();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(
    `embedded-mongo verified ${collections} collections, ${documents} documents, ${entries} index entries: ${problems.length} problems\n`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const options = readArguments();
  if (options.help) process.stdout.write(HELP);
  else if (options.verify && options.dir) await verify(options.dir);
  else await serve(options);
}

// Only the owner may read the files.
process.umask(0o077);
main().catch((error: unknown) => {
  const isDamaged = error instanceof EmbeddedMongoError && error.code === 'DATA_DAMAGED';
  fail(
    error instanceof Error ? error.message : String(error),
    isDamaged ? DAMAGED_EXIT_CODE : undefined,
  );
});
