/** `npm start [-- --market-day]`: prepares packages, build and redis-server if needed, then starts the shop. */
import { spawn } from 'node:child_process';
import { prepare } from './prepare.mjs';
import { endWithParent, root } from './tools.mjs';

endWithParent();
await prepare();
process.setSourceMapsEnabled(true);
await import('../dist/server/standalone.js');

// Simulated people, who exit with the shop, because it holds the other end of the pipe.
if (process.argv.includes('--market-day')) {
  const url = `http://localhost:${process.env.PORT ?? 3000}`;
  spawn(process.execPath, ['dist/tools/market-day/main.js', '--gentle', '--url', url], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
  });
}
