import { runStatement } from '../commands/statements.js';
import type { Store } from '../storage/store.js';

/** Deletes documents expired by TTL indexes. */
export async function expireDocuments(store: Store): Promise<void> {
  for (const { ns, indexes } of store.collections.values()) {
    for (const { expireAfterSeconds: seconds, parts, building } of indexes) {
      const [part] = parts;
      if (seconds === undefined || !part || building) continue;
      const filter = { [part.name]: { $lte: new Date(Date.now() - seconds * 1000) } };
      await runStatement(store, { ns, query: { filter }, multi: true });
    }
  }
}
