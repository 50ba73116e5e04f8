/** `npm run backup -- --to <folder>`: all that is true, as it is at one moment, into an empty folder. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/apps/standalone/src/commands/backup.js');
