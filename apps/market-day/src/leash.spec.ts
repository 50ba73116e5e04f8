import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { leash } from './leash';

/** A process that would live for longer than any test. */
const sleeper = () => spawn('sleep', ['600'], { stdio: 'ignore' });

it.each(['KILL', 'TERM'] as const)('ends by %s what it holds when its pipe closes', async (by) => {
  const held = sleeper();
  // what the system does when the process at the other end is killed
  leash(held.pid, by).stdin?.destroy();
  expect(await once(held, 'exit')).toEqual([null, `SIG${by}`]);
});

it('lets go when it is killed', async () => {
  const held = sleeper();
  const holder = leash(held.pid, 'KILL');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect([held.exitCode, held.signalCode]).toEqual([null, null]);
  held.kill('SIGKILL');
  await once(held, 'exit');
});
