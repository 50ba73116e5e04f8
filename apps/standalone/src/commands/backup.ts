import { parseArgs } from 'node:util';
import { contentsOf } from './backup/backup-format.js';
import { dump } from './backup/dump.js';
import { openEngines } from './backup/open-engines.js';
import { CommandError, runOnEngines, say } from './command.js';

/** `npm run backup -- --to <folder>`: a consistent backup of all data; the shop may be open. */
await runOnEngines(async (config, { isOpen }) => {
  const { to } = readArguments();
  const engines = await openEngines(config);
  try {
    const started = performance.now();
    const manifest = await dump(to, { ...engines, isClosed: isOpen === false });
    for (const line of contentsOf(manifest)) say(line);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    say(`Backed up to ${to} in ${seconds} s (one state: ${manifest.consistency}).`);
  } finally {
    await engines.close();
  }
});

function readArguments(): { to: string } {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new CommandError('usage: npm run backup -- --to <new folder>');
  return { to };
}
