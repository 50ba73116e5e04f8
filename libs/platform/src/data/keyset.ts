import { Types } from 'mongoose';
import * as z from 'zod';
import { idSchema } from '#libs/contracts';
import { DomainError } from '../errors.js';

const keysetSchema = z.tuple([z.union([z.string(), z.number(), z.null()]), idSchema]);

/** Where a list continues: the sort value and the id of the last row shown. */
export type Keyset = z.infer<typeof keysetSchema>;

/** The API's opaque page cursor: the values that a list needs to continue, mostly a {@link Keyset}. */
export function encodeCursor(values: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Reads a page cursor by its list's schema; throws `CURSOR_INVALID`. */
export function decodeCursor(cursor: string): Keyset;
export function decodeCursor<Values>(cursor: string, schema: z.ZodType<Values>): Values;
export function decodeCursor(cursor: string, schema: z.ZodType = keysetSchema): unknown {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new DomainError('CURSOR_INVALID');
  }
}

/** Where a list sorted by time continues; throws `CURSOR_INVALID`. */
export function decodeTimeCursor(cursor: string): { at: Date; id: string } {
  const [value, id] = decodeCursor(cursor);
  const at = new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(at.getTime())) throw new DomainError('CURSOR_INVALID');
  return { at, id };
}

/**
 * Splits up to `limit + 1` rows, newest first by `timeOf` (if given) and then `_id`, into a page and the next cursor.
 */
export function splitPage<Row extends { _id: { toString(): string } }>(
  rows: Row[],
  limit: number,
  timeOf?: (row: Row) => Date,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (!last || rows.length <= limit) return { rows: page, nextCursor: null };
  const time = timeOf?.(last).toISOString() ?? null;
  return { rows: page, nextCursor: encodeCursor([time, last._id.toString()]) };
}

/** A new id that sorts as if created at this moment, to the second. */
export function idAt(moment: Date): Types.ObjectId {
  const fresh = new Types.ObjectId().toHexString();
  const seconds = Math.floor(moment.getTime() / 1_000);
  return new Types.ObjectId(seconds.toString(16).padStart(8, '0') + fresh.slice(8));
}

/** The lowest id of the second of `ms`, in milliseconds since 1970. */
export const lowestIdAt = (ms: number) => Types.ObjectId.createFromTime(Math.floor(ms / 1_000));
