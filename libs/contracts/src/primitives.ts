import * as z from 'zod/mini';
import { ID } from './choices.js';
import { MAX_LENGTH } from './max-length.js';
import { textSchema } from './text.js';

/** An ObjectId as 24 lower-case hexadecimal characters. */
export const idSchema = z.string().check(z.regex(ID, 'must be an id of 24 hex digits'));
export type Id = z.infer<typeof idSchema>;

/** A moment in UTC, ISO 8601 with a trailing Z. */
export const timestampSchema = z.iso.datetime({ abort: true });

/** A web address, or a path on this server such as `/produce/carrot.svg`. */
export const urlSchema = z
  .string()
  .check(z.regex(/^(https?:\/\/|\/)/, 'must be a URL'), z.maxLength(2048));

/** The version of an aggregate; starts at 1 and grows by one with every change. */
export const versionSchema = z.int().check(z.gte(1));

/** Default and maximum number of rows per page. */
export const PAGE_SIZE = { default: 24, max: 100 } as const;

/** Query parameters that every list shares; numbers arrive as text in a URL. */
export const pageQueryShape = {
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_SIZE.max)),
    PAGE_SIZE.default,
  ),
};
/** Ids in a query, separated by commas; at most a page of them. */
export const idListSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((ids) => ids.split(',').filter((id) => id !== '')),
  ),
  z.array(idSchema).check(z.maxLength(PAGE_SIZE.max)),
);
/** What a person types into a search box. */
export const searchTextSchema = textSchema(MAX_LENGTH.search, { empty: true });

export const pageQuerySchema = z.strictObject(pageQueryShape);
export type PageQuery = z.infer<typeof pageQuerySchema>;

export const totalSchema = z.int().check(z.gte(0));

/**
 * What every list returns with its rows: the cursor of the next page (null at the end) and the total, see
 * `TOTAL_MAX`.
 */
export const pageShape = { nextCursor: z.nullable(z.string()), total: totalSchema };
