import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { SECRET_BOUND_COLLECTIONS } from '#libs/identity';

/** Incremented when earlier code cannot read a new backup. */
export const FORMAT_VERSION = 1;

const checksum = z.string().regex(/^[0-9a-f]{64}$/);

/** `manifest.json` of a backup. It is written last: a folder without it is an unfinished backup. */
export const manifestSchema = z.strictObject({
  format: z.literal('farmgate-backup'),
  version: z.literal(FORMAT_VERSION),
  /** When the backup started; it contains nothing newer. */
  at: z.iso.datetime(),
  /** How all collections were read in one consistent state. */
  consistency: z.enum(['snapshot', 'transaction', 'closed']),
  /** The fingerprint of AUTH_SECRET, which encrypts the identity provider's keys. */
  secret: z.string(),
  collections: z.array(
    z.strictObject({
      name: z.string().regex(/^[A-Za-z][\w-]*$/),
      documents: z.int().min(0),
      bytes: z.int().min(0),
      /** SHA-256 of the documents before compression. */
      sha256: checksum,
      indexes: z.array(z.looseObject({ key: z.record(z.string(), z.unknown()), name: z.string() })),
    }),
  ),
  /** Null if pictures are in a bucket, which has a backup of its own. */
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

/** The contents of a backup, as lines to print. */
export function contentsOf({ collections, pictures, secret }: Manifest): string[] {
  const line = (count: number, what: string) => `${String(count).padStart(10)}  ${what}`;
  const stored = collections.filter(({ documents }) => documents > 0);
  return [
    ...stored.map(({ name, documents }) => line(documents, name)),
    pictures === null
      ? 'The pictures are in a bucket, and are not in this backup.'
      : line(pictures.length, 'files of pictures'),
    ...(holdsSignIn(stored)
      ? [`Keys, sessions and second factors are for the AUTH_SECRET with fingerprint ${secret}.`]
      : []),
  ];
}

/** Whether a backup holds data that needs the same AUTH_SECRET. */
export const holdsSignIn = (collections: Manifest['collections']): boolean =>
  collections.some(
    ({ name, documents }) => documents > 0 && SECRET_BOUND_COLLECTIONS.includes(name),
  );

export const manifestFile = (dir: string) => join(dir, 'manifest.json');
/** Concatenated BSON documents, compressed, as mongodump writes them. */
export const collectionFile = (dir: string, name: string) =>
  join(dir, 'collections', `${name}.bson.gz`);
export const picturesDir = (dir: string) => join(dir, 'pictures');

/** Allows comparing two secrets without revealing them. */
export const fingerprint = (secret: string) =>
  createHmac('sha256', secret).update('farmgate backup').digest('hex').slice(0, 32);
