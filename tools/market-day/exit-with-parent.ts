import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends a process when this one exits, even if this one is killed: it cannot send a signal then, but the system closes
 * its pipes. Returns the guard process that waits for that; kill it once the process has ended.
 */
export function exitWithParent(pid: number | undefined, signal: 'KILL' | 'TERM'): ChildProcess {
  const script = 'read -r _; kill -s "$1" "$2"';
  const guard = spawn('sh', ['-c', script, 'exit-with-parent', signal, `${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not end the guard before the process that it guards.
    detached: true,
  });
  guard.stdin.on('error', () => {});
  return guard;
}
