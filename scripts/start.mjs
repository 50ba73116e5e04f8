/** `npm start [-- --market-day]`: installs, builds and installs redis-server where that is needed, then opens the shop. */
import { spawn } from 'node:child_process';
import { prepare } from './prepare.mjs';
import { endWithParent, root } from './tools.mjs';

endWithParent();
await prepare();
process.setSourceMapsEnabled(true);
await import('../dist/server/standalone.js');

// Simulated people; they exit with the shop, which has the other end of the pipe.
if (process.argv.includes('--market-day')) {
  const url = `http://localhost:${process.env.PORT ?? 3000}`;
  spawn(process.execPath, ['dist/tools/market-day/main.js', '--gentle', '--url', url], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
  });
}
