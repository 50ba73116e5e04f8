/** `npm run seed -- --products N --orders M --users K [--force]`: fills the database for measuring. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/apps/standalone/src/commands/seed.js');
