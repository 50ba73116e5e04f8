import { join } from 'node:path';
import { readConfig } from '#libs/platform';
import { secretsOf } from './secrets.js';
import { type StandaloneConfig, standaloneConfigSchema } from './standalone.config.js';

export interface Settings {
  /** The URL of an engine that is `own` is a placeholder. */
  readonly config: StandaloneConfig;
  /** The engines without a configured URL: this program finds or starts them. */
  readonly own: { readonly mongo: boolean; readonly redis: boolean };
}

/** Reads the settings, with the secrets of the data directory. Throws `ConfigError`. */
export async function readSettings(): Promise<Settings> {
  const unset = { MONGODB_URI: 'mongodb://embedded', REDIS_URL: 'redis://embedded' };
  const placeholder = 'x'.repeat(32);
  // All settings are checked before anything is started or written.
  const asked = readConfig(standaloneConfigSchema, {
    ...unset,
    AUTH_SECRET: placeholder,
    TICKET_SECRET: placeholder,
  });
  const config = readConfig(standaloneConfigSchema, {
    ...unset,
    ...(await secretsOf(asked.DATA_DIR)),
    PICTURES_DIR: join(asked.DATA_DIR, 'pictures'),
  });
  return {
    config,
    own: {
      mongo: config.MONGODB_URI === unset.MONGODB_URI,
      redis: config.REDIS_URL === unset.REDIS_URL,
    },
  };
}
