import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends a process when this one is gone, however it went: one that is killed can end nobody any more, but the system
 * closes its pipes. Answers who holds the leash; kill it to let go.
 */
export function leash(pid: number | undefined, signal: 'KILL' | 'TERM'): ChildProcess {
  const script = 'read -r _; kill -s "$1" "$2"';
  const holder = spawn('sh', ['-c', script, 'leash', signal, `${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not end it before that which it holds.
    detached: true,
  });
  holder.stdin.on('error', () => {});
  return holder;
}
