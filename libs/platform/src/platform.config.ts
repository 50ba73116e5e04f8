import * as z from 'zod';
import { isTimeZone } from '#libs/contracts';
import { between, configToken, oneOf, secret, siteAddress, wholeNumber } from './config.js';
import { trustedProxiesSetting } from './trusted-proxies.js';

/** Origins as browsers send them, separated by commas; a pattern such as `*` is none. */
const originsSetting = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .superRefine((origins, context) => {
    for (const origin of origins)
      if (origin.includes('*') || !URL.canParse(origin) || new URL(origin).origin !== origin)
        context.addIssue(`${origin} is no origin such as https://shop.example`);
  });

const MONGODB_EXPECTED = 'it must be a mongodb:// address';

/** What every process needs; each lib adds the settings that it alone uses. */
export const platformConfigSchema = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  /** `info` in production; `warn` keeps `npm start` readable. */
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
  /** The address to listen on; the network reaches a process by its proxy. */
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  /** The address that browsers use, without a trailing slash. */
  PUBLIC_URL: siteAddress().optional(),
  /** Where a day of the market begins; the same in every process. */
  MARKET_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'it must be a time zone such as America/New_York')
    .default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
  /** Further origins whose pages may call the API and open sockets. */
  ALLOWED_ORIGINS: originsSetting,
  /** Proxies whose `X-Forwarded-For` and `X-Request-Id` are believed: a number of hops, or networks. */
  TRUSTED_PROXIES: trustedProxiesSetting,
  MONGODB_URI: z.string(MONGODB_EXPECTED).regex(/^mongodb(\+srv)?:\/\/[^/\s]+/, MONGODB_EXPECTED),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'it must be a redis:// address' }),
  /** Answers that are being made in one process; one more is refused with 503. */
  MAX_REQUESTS: wholeNumber(1).default(250),
  /** Milliseconds by which a busy process may be late, on average over a second, before it refuses requests. */
  MAX_LAG_MS: wholeNumber(10).default(1_000),
  /**
   * Milliseconds that one command to MongoDB may take for a request; a slower one is answered with 503. A MongoDB that
   * does not respond for so long counts as unavailable.
   */
  MONGODB_TIMEOUT_MS: wholeNumber(100).default(10_000),
  /** Milliseconds that one command to Redis may take, other than blocking reads. */
  REDIS_TIMEOUT_MS: wholeNumber(100).default(3_000),
  /**
   * Seconds for which a process that shuts down reports not ready and still answers, before it accepts no more
   * connections.
   */
  SHUTDOWN_GRACE_SECONDS: between(0, 300).default(3),
  /** Signs realtime tickets; the same in every process. */
  TICKET_SECRET: secret(32),
  /** What a Prometheus shows to read `/metrics`; without it there is no such page. */
  METRICS_TOKEN: secret(16).optional(),
  /** Where traces are sent by OTLP over HTTP, without `/v1/traces`; off without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'it must be an address such as http://collector:4318' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  /** The share of requests that is traced, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: between(0, 1).default(1),
});
export type PlatformConfig = z.infer<typeof platformConfigSchema>;

/** Injection token for {@link PlatformConfig}. */
export const PLATFORM_CONFIG = configToken<PlatformConfig>('PLATFORM_CONFIG');

/** The origins whose pages may talk to this installation. */
export function allowedOrigins(config: PlatformConfig): string[] {
  const own = config.PUBLIC_URL
    ? [config.PUBLIC_URL]
    : [`http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`];
  return [...own, ...config.ALLOWED_ORIGINS];
}

/** The address of this installation as people type it. */
export function publicUrl(config: PlatformConfig): string {
  return config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
}
