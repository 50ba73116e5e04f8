import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { untilDeadline } from './deadlines.js';
import { isDuplicateKey } from './engine-failure.js';

interface Versioned {
  _id: Types.ObjectId;
  /** 0 for a document that is not stored yet. */
  version: number;
}

/** Another writer changed the document after it was read. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/**
 * Changes one document without a transaction: `attempt` reads it, computes the change and writes it with
 * {@link writeVersion}. On a {@link WriteConflict} it runs again, up to the caller's deadline.
 */
export async function retryConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const once = untilDeadline(attempt);
  for (;;) {
    try {
      return await once(undefined);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
}

/**
 * Sets `content` and the next version on the document that was read as `before`, or inserts it. Returns the document
 * after the write. Throws {@link WriteConflict} if the stored version is no longer that of `before`.
 */
export async function writeVersion<Doc extends Versioned>(
  model: Model<Doc>,
  before: Doc,
  content: Partial<Omit<Doc, '_id' | 'version'>>,
): Promise<Doc> {
  const { _id, version } = before;
  const next = { ...content, version: version + 1 };
  try {
    const { matchedCount, upsertedCount } = await model.updateOne(
      { _id, version } as QueryFilter<Doc>,
      { $set: next } as UpdateQuery<Doc>,
      { upsert: version === 0 },
    );
    if (matchedCount + upsertedCount === 0) throw new WriteConflict();
  } catch (error) {
    throw isDuplicateKey(error) ? new WriteConflict() : error;
  }
  return { ...before, ...next };
}
