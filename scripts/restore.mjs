/** `npm run restore -- --from <folder> [--overwrite]`: puts a backup in the place of what is there. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/apps/standalone/src/commands/restore.js');
