import { parseArgs } from 'node:util';
import { EmbeddedMongoError, startEmbeddedMongo } from './index.js';

const USAGE =
  'usage: embedded-mongo --dir <folder> [--port <n>] [--durability commit|none] [--exit-with-parent] [--verify]';

const fail = (message: string): never => {
  process.stderr.write(`embedded-mongo: ${message}\n`);
  process.exit(1);
};

function readArguments() {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      port: { type: 'string', default: '27017' },
      durability: { type: 'string', default: 'commit' },
      'exit-with-parent': { type: 'boolean', default: false },
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
    verify: values.verify,
  } as const;
}

async function serve({
  dir,
  port,
  durability,
  exitWithParent,
}: ReturnType<typeof readArguments>): Promise<void> {
  const server = await startEmbeddedMongo({ dir, port, durability });
  const stop = () => void server.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (exitWithParent) {
    // whichever of the two the parent has given us: both close when it dies
    process.once('disconnect', stop);
    process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
  }
  process.stdout.write(`embedded-mongo ready on ${server.uri}\n`);
}

try {
  await serve(readArguments());
} catch (error) {
  fail(
    error instanceof EmbeddedMongoError || error instanceof Error ? error.message : String(error),
  );
}
