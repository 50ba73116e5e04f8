import { join } from 'node:path';
import { identityKind } from '#libs/identity';
import { ConfigError, readConfig } from '#libs/platform';
import { secretsOf } from './secrets.js';
import { type StandaloneConfig, standaloneConfigSchema } from './standalone.config.js';

export interface Settings {
  /** The URL of an `own` engine is a placeholder. */
  readonly config: StandaloneConfig;
  /** The engines without a configured URL: this program finds or starts them. */
  readonly own: { readonly mongo: boolean; readonly redis: boolean };
}

/**
 * Reads the settings, with the secrets of the data directory. Throws `ConfigError`; with `requireShopSettings` also if
 * the database is not the data directory's own and settings that belong to its data are missing.
 */
export async function readSettings({ requireShopSettings = false } = {}): Promise<Settings> {
  const unset = {
    MONGODB_URI: 'mongodb://embedded',
    REDIS_URL: 'redis://embedded',
    LOG_LEVEL: 'warn',
  };
  const placeholder = 'x'.repeat(32);
  // All settings are checked before anything is started or written.
  const asked = readConfig(standaloneConfigSchema, {
    ...unset,
    AUTH_SECRET: placeholder,
    TICKET_SECRET: placeholder,
    PICTURES_DIR: placeholder,
  });
  const own = {
    mongo: asked.MONGODB_URI === unset.MONGODB_URI,
    redis: asked.REDIS_URL === unset.REDIS_URL,
  };
  if (requireShopSettings && !own.mongo) {
    const faults = [
      ...(asked.AUTH_SECRET === placeholder && identityKind(asked) === 'builtin'
        ? ['  AUTH_SECRET: encrypts the keys and second factors that are stored']
        : []),
      ...(asked.PICTURES_DIR === placeholder && !asked.S3_BUCKET
        ? ['  PICTURES_DIR or S3_BUCKET: where its pictures are']
        : []),
    ];
    if (faults.length > 0)
      throw new ConfigError(
        `MONGODB_URI is set, so these must be set too, as the shop has them:\n${faults.join('\n')}`,
      );
  }
  const config = readConfig(standaloneConfigSchema, {
    ...unset,
    ...(await secretsFor(asked)),
    PICTURES_DIR: join(asked.DATA_DIR, 'pictures'),
    ...(own.mongo &&
      own.redis &&
      asked.NODE_ENV !== 'production' && { CARD_PROVIDER: 'test-cards' }),
  });
  return { config, own };
}

/** A configured half of the key pair does not go with a generated one. */
async function secretsFor({ DATA_DIR, VAPID_PUBLIC_KEY }: StandaloneConfig) {
  const {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    ...secrets
  } = await secretsOf(DATA_DIR);
  if (VAPID_PUBLIC_KEY) return secrets;
  return { ...secrets, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}
