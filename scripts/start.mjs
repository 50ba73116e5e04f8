/** `npm start`: installs, builds and installs redis-server where that is needed, then opens the shop. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/apps/standalone/src/main.js');
