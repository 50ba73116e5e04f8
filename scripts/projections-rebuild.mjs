/** `npm run projections:rebuild`: makes the running figures anew from users, products and orders. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/apps/standalone/src/commands/rebuild.js');
