import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { exitWithParent } from './exit-with-parent';

/** A process that outlives any test. */
const sleeper = () => spawn('sleep', ['600'], { stdio: 'ignore' });

it.each(['KILL', 'TERM'] as const)('sends SIG%s when its pipe closes', async (signal) => {
  const child = sleeper();
  // the system closes this pipe when the process at the other end is killed
  exitWithParent(child.pid, signal).stdin?.destroy();
  expect(await once(child, 'exit')).toEqual([null, `SIG${signal}`]);
});

it('sends nothing when the guard is killed', async () => {
  const child = sleeper();
  const guard = exitWithParent(child.pid, 'KILL');
  guard.kill('SIGKILL');
  await once(guard, 'exit');
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill('SIGKILL');
  await once(child, 'exit');
});
