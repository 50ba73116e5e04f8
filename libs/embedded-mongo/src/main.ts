import { parseArgs } from 'node:util';
import { EmbeddedMongoError, startEmbeddedMongo } from './index.js';
import { commitFailureIn } from './storage/commit-error.js';
import { DAMAGED_EXIT_CODE, damageIn } from './storage/damage.js';
import { lockDirectory } from './storage/lock.js';
import { Store } from './storage/store.js';
import { verifyStore } from './storage/verify.js';

const USAGE =
  'usage: embedded-mongo --dir <folder> [--port <n>] [--durability commit|none] [--exit-with-parent] [--fail-points] [--verify]';

/** Milliseconds that the server may take to close after its parent has died. */
const ORPHAN_MS = 3_000;

const fail = (message: string, code = 1): never => {
  process.stderr.write(`embedded-mongo: ${message}\n`);
  process.exit(code);
};

function readArguments() {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      port: { type: 'string', default: '27017' },
      durability: { type: 'string', default: 'commit' },
      'exit-with-parent': { type: 'boolean', default: false },
      'fail-points': { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  const { dir, durability } = values;
  if (!dir || !Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(USAGE);
  if (durability !== 'commit' && durability !== 'none') throw new Error(USAGE);
  return {
    dir,
    port,
    durability,
    exitWithParent: values['exit-with-parent'],
    failPoints: values['fail-points'],
    verify: values.verify,
  } as const;
}

async function serve({
  dir,
  port,
  durability,
  exitWithParent,
  failPoints,
}: ReturnType<typeof readArguments>): Promise<void> {
  const server = await startEmbeddedMongo({
    ...{ dir, port, durability, failPoints },
    onDamaged: ({ message }) => fail(message, DAMAGED_EXIT_CODE),
  });
  const close = () => void server.close().then(() => process.exit(0));
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
  if (exitWithParent) {
    const stop = () => {
      close();
      // Nobody is left to kill a server that does not close. What it has acknowledged is on disk.
      setTimeout(() => process.exit(1), ORPHAN_MS).unref();
    };
    // a parent that dies closes the channel it has opened, or else the pipe of the standard input
    if (process.connected) process.once('disconnect', stop);
    else process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
  }
  process.stdout.write(`embedded-mongo ready on ${server.uri}\n`);
}

/** What LMDB says of a damaged page, with the name of the file. */
function read<Result>(work: () => Result, dir: string): Result {
  try {
    return work();
  } catch (error) {
    throw damageIn(error, dir) ?? error;
  }
}

/** Checks the data of a server that is not running; exit code 1 if something is wrong. */
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

// The writes of a commit that failed reject too, beside the batch that answers for them.
process.on('unhandledRejection', (error) => {
  const failure = commitFailureIn(error);
  if (!failure) throw error;
  failure.catch(() => {});
});

// Its files are for their owner only.
process.umask(0o077);
try {
  const options = readArguments();
  if (options.verify) await verify(options.dir);
  else await serve(options);
} catch (error) {
  const isDamaged = error instanceof EmbeddedMongoError && error.code === 'DATA_DAMAGED';
  fail(
    error instanceof Error ? error.message : String(error),
    isDamaged ? DAMAGED_EXIT_CODE : undefined,
  );
}
