import * as z from 'zod';
import { ConfigError, configToken } from '#libs/platform';

const BUCKET_NEEDS = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const secret = z.string().min(1).optional();

/** Where uploaded pictures are stored: a folder, or a bucket if `S3_BUCKET` is set. */
export const picturesConfigSchema = z
  .object({
    /** The folder; every `api` process must see the same one. */
    PICTURES_DIR: z.string().default('.data/pictures'),
    /** URL of an S3-compatible store, without the bucket. */
    S3_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'it must be an address such as https://s3.example.com' })
      .optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'it must be the name of a bucket')
      .optional(),
    S3_ACCESS_KEY_ID: secret,
    S3_SECRET_ACCESS_KEY: secret,
  })
  .superRefine((config, context) => {
    if (!config.S3_BUCKET) return;
    for (const name of BUCKET_NEEDS)
      if (!config[name])
        context.addIssue({ code: 'custom', path: [name], message: 'S3_BUCKET needs it' });
  });
export type PicturesConfig = z.infer<typeof picturesConfigSchema>;

/** Injection token for {@link PicturesConfig}. */
export const PICTURES_CONFIG = configToken<PicturesConfig>('PICTURES_CONFIG');

/** The settings of the bucket; null without one. Throws `ConfigError` when they are incomplete. */
export function bucketOf(config: PicturesConfig): Bucket | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_BUCKET) return null;
  if (!S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new ConfigError(
      'S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it',
    );
  return {
    address: `${S3_ENDPOINT.replace(/\/$/, '')}/${S3_BUCKET}`,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

export interface Bucket {
  /** Endpoint and bucket, without a trailing slash. */
  readonly address: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
