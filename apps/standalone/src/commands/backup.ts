import { parseArgs } from 'node:util';
import { dump } from './backup/dump.js';
import { openEngines } from './backup/open-engines.js';
import { CommandError, runOnEngines, say } from './command.js';

/** `npm run backup -- --to <folder>`: a consistent backup of all data, while the shop is open or closed. */
await runOnEngines(async (config, { isOpen }) => {
  const { to } = readArguments();
  const engines = await openEngines(config);
  try {
    const started = performance.now();
    const { collections, pictures, consistency } = await dump(to, {
      ...engines,
      isClosed: isOpen === false,
    });
    for (const { name, documents } of collections)
      if (documents > 0) say(`${String(documents).padStart(10)}  ${name}`);
    say(
      pictures === null
        ? 'The pictures are in a bucket, and are not in this backup.'
        : `${String(pictures.length).padStart(10)}  files of pictures`,
    );
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    say(`Backed up to ${to} in ${seconds} s (one state: ${consistency}).`);
  } finally {
    await engines.close();
  }
});

function readArguments(): { to: string } {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new CommandError('usage: npm run backup -- --to <new folder>');
  return { to };
}
