/** `npm run dev`: the server restarts when sources change; the web app hot-reloads on http://localhost:5173. */
import { spawn } from 'node:child_process';
import {
  endWithParent,
  installPackages,
  requireCommand,
  requireNode,
  root,
  run,
  say,
} from './tools.mjs';

endWithParent();
requireNode();
await installPackages();
if (!process.env.REDIS_URL)
  await requireCommand('redis-server', 'redis-server', ', or set REDIS_URL.');

const TSC = ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.build.json'];
if ((await run(process.execPath, TSC)) !== 0)
  say('There are type errors; they are shown again below when they change.');

// Pages of the dev server call the API through its proxy, from their own origin.
const origins = [process.env.ALLOWED_ORIGINS, 'http://localhost:5173'].filter(Boolean).join(',');
const env = { ...process.env, ALLOWED_ORIGINS: origins };

const children = [
  [...TSC, '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', 'dist/apps/standalone/src/main.js'],
  ['node_modules/vite/bin/vite.js', '--config', 'apps/web/vite.config.ts', 'apps/web'],
].map((args) =>
  spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit', detached: true }),
);

// The compiler wraps a native child process, so signal the whole process group.
const end = () => {
  for (const { pid } of children) {
    try {
      if (pid) process.kill(-pid, 'SIGTERM');
    } catch {
      // it has ended already
    }
  }
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
for (const child of children) child.on('exit', end);
