/** Loaded into a process whose memory is measured (`node --expose-gc --import`): collects its garbage when told to. */
import { setTimeout } from 'node:timers/promises';

/** Milliseconds in which what a collection has let go is given back to the system. */
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
// Listening alone must not keep it alive.
process.channel?.unref();
