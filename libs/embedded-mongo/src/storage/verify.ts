import { decode } from '../bson/decode.js';
import { keyRangeOf, keyText } from '../bson/keys.js';
import type { Collection } from './catalog.js';
import { documentKey, entryKey } from './document-write.js';
import { indexKeys } from './index-keys.js';
import type { Store } from './store.js';

interface VerifyReport {
  collections: number;
  documents: number;
  entries: number;
  /** One sentence per problem; at most 100 per collection. */
  problems: string[];
}

const MAX_PROBLEMS = 100;

/** Reads everything and checks that documents are readable and that indexes match them exactly. */
export function verifyStore(store: Store): VerifyReport {
  const report: VerifyReport = { collections: 0, documents: 0, entries: 0, problems: [] };
  for (const collection of store.collections.values()) {
    report.collections++;
    verifyCollection(store, collection, report);
  }
  return report;
}

function verifyCollection(store: Store, collection: Collection, report: VerifyReport): void {
  const { ns } = collection;
  const problems: string[] = [];
  const expected = new Map(collection.indexes.map((index) => [index, 0]));
  for (const { key, value } of store.documents.getRange(keyRangeOf(collection.id))) {
    report.documents++;
    try {
      const doc = decode(value);
      const id = String(doc._id);
      if (!documentKey(collection, doc._id).equals(key))
        problems.push(`${ns}: ${id} is stored under another key`);
      for (const index of collection.indexes) {
        const { keys, arrays, embedded } = indexKeys(index, doc);
        expected.set(index, (expected.get(index) ?? 0) + keys.length);
        if ((arrays & ~index.arrays) !== 0)
          problems.push(`${ns}: index ${index.name} does not know that it is multikey`);
        if ((embedded & ~index.embedded) !== 0)
          problems.push(`${ns}: index ${index.name} does not know of documents outside of arrays`);
        for (const entry of keys) {
          const holder = store.entries.get(entryKey({ index, key: entry }, key));
          if (!holder?.equals(key)) problems.push(`${ns}: ${id} is missing in index ${index.name}`);
        }
      }
    } catch (error) {
      problems.push(`${ns}: unreadable document ${keyText(key)}: ${String(error)}`);
    }
  }
  for (const [index, wanted] of expected) {
    const found = store.entries.getKeysCount(keyRangeOf(index.id));
    report.entries += found;
    if (found !== wanted)
      problems.push(
        `${ns}: index ${index.name} has ${found} entries, the documents have ${wanted}`,
      );
  }
  report.problems.push(...problems.slice(0, MAX_PROBLEMS));
}
