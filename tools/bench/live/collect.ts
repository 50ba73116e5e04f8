/** Preloaded into a process whose memory is measured (`node --expose-gc --import`): collects garbage on request. */
import { setTimeout } from 'node:timers/promises';

/** Time for freed memory to return to the system, in ms. */
const SETTLE_MS = 1_000;

process.on('message', (message) => {
  if (message !== 'collect') return;
  void (async () => {
    for (let n = 0; n < 3; n++) {
      globalThis.gc?.();
      await setTimeout(SETTLE_MS);
    }
    process.send?.(process.memoryUsage());
  })();
});
// The listener alone must not keep the process alive.
process.channel?.unref();
