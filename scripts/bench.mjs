/** `npm run bench [-- --quick]`: the product against its bare counterparts, in turns. bench/README.md says how to read it. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/bench/run.js');
