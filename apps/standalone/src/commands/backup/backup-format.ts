import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';

/** Grows when a backup can no longer be read by the code before. */
export const FORMAT_VERSION = 1;

const checksum = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup says of itself in `manifest.json`, written last: a folder without it is no backup. */
export const manifestSchema = z.strictObject({
  format: z.literal('farmgate-backup'),
  version: z.literal(FORMAT_VERSION),
  /** When its reading began; nothing newer is in it. */
  at: z.iso.datetime(),
  /** How the server gave one state of all collections. */
  consistency: z.enum(['snapshot', 'transaction', 'closed']),
  /** Tells whether the secret that the sign-in's keys are locked with is still the same. */
  secret: z.string(),
  collections: z.array(
    z.strictObject({
      name: z.string().regex(/^[A-Za-z][\w-]*$/),
      documents: z.int().min(0),
      bytes: z.int().min(0),
      /** SHA-256 of the documents before they were packed. */
      sha256: checksum,
      indexes: z.array(z.looseObject({ key: z.record(z.string(), z.unknown()), name: z.string() })),
    }),
  ),
  /** In backups of earlier builds; the outbox itself says which events are not handled. */
  unfinished: z.array(z.string()).optional(),
  /** Null where pictures are in a bucket, which is backed up by its own means. */
  pictures: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[0-9a-f]{40}-\d{3,4}\.webp$/),
        bytes: z.int().min(0),
        sha256: checksum,
      }),
    )
    .nullable(),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type DumpedCollection = Manifest['collections'][number];
export type DumpedPicture = NonNullable<Manifest['pictures']>[number];

export const manifestFile = (dir: string) => join(dir, 'manifest.json');
/** Documents as BSON, one after the other, packed: what mongodump writes, too. */
export const collectionFile = (dir: string, name: string) =>
  join(dir, 'collections', `${name}.bson.gz`);
export const picturesDir = (dir: string) => join(dir, 'pictures');

/** Says that two secrets are the same without saying which. */
export const fingerprint = (secret: string) =>
  createHmac('sha256', secret).update('farmgate backup').digest('hex').slice(0, 32);
