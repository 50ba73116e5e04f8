/** `npm run market-day -- --customers 50 --farms 6 --minutes 2 [--seed S] [--url U]`: a busy day, and its closing check. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/market-day/main.js');
