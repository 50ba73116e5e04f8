import { readConfig } from '#libs/platform';
import { secretsOf } from './secrets.js';
import { type StandaloneConfig, standaloneConfigSchema } from './standalone.config.js';

export interface Settings {
  /** Where an engine is `own`, its address stands for nothing yet. */
  readonly config: StandaloneConfig;
  /** The engines that nobody gave an address of: they are this program's to find or to start. */
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
  });
  return {
    config,
    own: {
      mongo: config.MONGODB_URI === unset.MONGODB_URI,
      redis: config.REDIS_URL === unset.REDIS_URL,
    },
  };
}
