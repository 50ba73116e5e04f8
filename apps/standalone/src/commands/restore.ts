import { parseArgs } from 'node:util';
import { StockCheckService } from '#libs/products';
import { contentsOf } from './backup/backup-format.js';
import { checkSecret, checkTarget, load, verify } from './backup/load.js';
import { openEngines } from './backup/open-engines.js';
import { CommandError, openSlices, runOnEngines, say } from './command.js';
import { sayRecount } from './say-recount.js';

/** `npm run restore -- --from <folder> [--overwrite] [--without-sign-in]`: replaces all data with a backup, and checks the result. */
await runOnEngines(async (config, { isOpen }) => {
  const { from, overwrite, withoutSignIn } = readArguments();
  if (isOpen) throw new CommandError(`The shop in ${config.DATA_DIR} is open: close it first.`);
  const manifest = await verify(from);
  const engines = await openEngines(config);
  try {
    checkSecret(manifest, engines.secret, withoutSignIn);
    await checkTarget(engines, overwrite);
    say(`Restoring what was there at ${manifest.at} …`);
    for (const line of contentsOf(manifest)) say(line);
    for (const note of await load(from, manifest, engines)) say(note);
  } finally {
    await engines.close();
  }
  const total = manifest.collections.reduce((sum, { documents }) => sum + documents, 0);
  say(`${total} documents and ${manifest.pictures?.length ?? 0} files of pictures are back.`);
  const app = await openSlices(config);
  try {
    await sayRecount(app);
    const { products, mismatchCount } = await app.get(StockCheckService).run(null);
    if (mismatchCount > 0)
      throw new CommandError(`The stock of ${mismatchCount} products is not what the ledger says.`);
    say(`The stock check finds all ${products} products right.`);
  } finally {
    await app.close();
  }
});

function readArguments(): { from: string; overwrite: boolean; withoutSignIn: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const { from, overwrite, ...others } = parseArgs({
    options: { from: { type: 'string' }, overwrite: flag, 'without-sign-in': flag },
  }).values;
  if (!from)
    throw new CommandError(
      'usage: npm run restore -- --from <folder> [--overwrite] [--without-sign-in]',
    );
  return { from, overwrite, withoutSignIn: others['without-sign-in'] };
}
