import { type PlatformConfig, platformConfigSchema, readConfig } from '#libs/platform';
import { testEngines } from './engines.js';

/** Settings of a process with the limits of production, which is never too busy and uses no MongoDB. */
export async function productionConfig(
  settings: Readonly<Record<string, string>>,
): Promise<PlatformConfig> {
  const { redisUrl } = await testEngines();
  const required = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    MONGODB_URI: 'mongodb://unused',
    REDIS_URL: redisUrl,
    TICKET_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://shop.test',
    MAX_LAG_MS: '600000',
  };
  return readConfig(platformConfigSchema, {}, { ...required, ...settings });
}
