import { runStatement } from '../commands/statements.js';
import type { Store } from '../storage/store.js';

/** Returns a function that deletes documents expired by TTL indexes; a call during a run does nothing. */
export function expiry(store: Store): () => Promise<void> {
  let running = false;
  return async () => {
    if (running) return;
    running = true;
    try {
      await expireDocuments(store);
    } finally {
      running = false;
    }
  };
}

async function expireDocuments(store: Store): Promise<void> {
  for (const { ns, indexes } of store.collections.values()) {
    for (const { expireAfterSeconds: seconds, parts, building } of indexes) {
      const [part] = parts;
      if (seconds === undefined || !part || building) continue;
      const filter = { [part.name]: { $lte: new Date(Date.now() - seconds * 1000) } };
      await runStatement(store, { ns, query: { filter }, multi: true });
    }
  }
}
