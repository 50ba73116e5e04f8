/** `npm run chaos -- --minutes 2 --seed 1`: a market day on which everything breaks, and its closing check. */
import { prepare } from './prepare.mjs';
import { requireCommand } from './tools.mjs';

await prepare();
await requireCommand('redis-server', 'redis-server');
await import('../dist/market-day/chaos.js');
