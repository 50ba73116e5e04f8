import * as z from 'zod';
import { isTimeZone } from '#libs/contracts';
import { between, configToken, oneOf, secret, siteAddress, wholeNumber } from './config.js';
import { trustedProxiesSetting } from './trusted-proxies.js';

/** Origins as browsers send them, separated by commas; patterns such as `*` are not origins. */
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

/** Node's timers end at once beyond 2³¹ milliseconds. */
const TIMEOUT_MAX_MS = 600_000;

const MONGODB_EXPECTED = 'it must be a mongodb:// address';

/** The settings of every process; each lib adds those that it alone uses. */
export const platformConfigSchema = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  /** `info` in production; `warn` keeps `npm start` readable. */
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
  /** The address to listen on; clients reach a process through its proxy. */
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  /** The address that browsers use, without a trailing slash. */
  PUBLIC_URL: siteAddress().optional(),
  /** Where to report a weakness of this installation, in security.txt; its contact page if absent. */
  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https)$/, error: 'it must be a mailto: or https:// address' })
    .optional(),
  /** Whether pages install a service worker; `off` removes those that are installed. */
  SERVICE_WORKER: oneOf('on', 'off').default('on'),
  /** The time zone in which the market's days begin; the same in every process. */
  MARKET_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'it must be a time zone such as America/New_York')
    .default(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
  /** Further origins whose pages may call the API and open sockets. */
  ALLOWED_ORIGINS: originsSetting,
  /** Proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted: a number of hops, or networks. */
  TRUSTED_PROXIES: trustedProxiesSetting,
  MONGODB_URI: z.string(MONGODB_EXPECTED).regex(/^mongodb(\+srv)?:\/\/[^/\s]+/, MONGODB_EXPECTED),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'it must be a redis:// address' }),
  /** Requests that one process works on at once; further ones get 503. */
  MAX_REQUESTS: wholeNumber(1).default(250),
  /** Event loop lag in milliseconds, averaged over a second, above which requests are refused. */
  MAX_LAG_MS: wholeNumber(10).default(1_000),
  /**
   * Milliseconds that one MongoDB command of a request may take; a slower one gets 503. A MongoDB that does not
   * respond for so long counts as unavailable.
   */
  MONGODB_TIMEOUT_MS: wholeNumber(100, TIMEOUT_MAX_MS).default(10_000),
  /** Milliseconds that one Redis command may take, except blocking reads. */
  REDIS_TIMEOUT_MS: wholeNumber(100, TIMEOUT_MAX_MS).default(3_000),
  /** Seconds for which a process that shuts down reports not ready but still answers, before it closes its port. */
  SHUTDOWN_GRACE_SECONDS: between(0, 300).default(3),
  /** Signs realtime tickets; the same in every process. */
  TICKET_SECRET: secret(32),
  /** The token with which Prometheus reads `/metrics`; without it the route does not exist. */
  METRICS_TOKEN: secret(16).optional(),
  /** Where to send traces by OTLP over HTTP, without `/v1/traces`; without it traces are off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'it must be an address such as http://collector:4318' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  /** The share of traced requests, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: between(0, 1).default(1),
});
export type PlatformConfig = z.infer<typeof platformConfigSchema>;

/** Injection token for {@link PlatformConfig}. */
export const PLATFORM_CONFIG = configToken<PlatformConfig>('PLATFORM_CONFIG');

/**
 * The origins whose pages may send a request to `host`, its header `Host`. Outside production they include the host
 * itself: `npm start` is opened by any name or address that its machine has in the network.
 */
export function allowedOrigins(config: PlatformConfig, host?: string): string[] {
  const own = config.PUBLIC_URL
    ? [config.PUBLIC_URL]
    : [`http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`];
  const reached =
    host === undefined || config.NODE_ENV === 'production'
      ? []
      : [`http://${host}`, `https://${host}`];
  return [...own, ...config.ALLOWED_ORIGINS, ...reached];
}

/** The address of this installation that people open. */
export function publicUrl(config: PlatformConfig): string {
  return config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
}

/** What a production installation lacks, one sentence each; it works without. */
export function startWarnings(config: PlatformConfig): string[] {
  const { NODE_ENV, PUBLIC_URL, ALLOWED_ORIGINS, TRUSTED_PROXIES } = config;
  if (NODE_ENV !== 'production') return [];
  const warnings: string[] = [];
  if (!PUBLIC_URL?.startsWith('https:'))
    warnings.push(
      `${PUBLIC_URL ? 'PUBLIC_URL is not an https address' : 'PUBLIC_URL is not set'}: passwords and tokens cross the network readably, session cookies are not Secure, and HSTS is not sent. Serve the shop by TLS, and set PUBLIC_URL to its https address`,
    );
  const plain = ALLOWED_ORIGINS.filter((origin) => origin.startsWith('http:'));
  if (plain.length > 0)
    warnings.push(`ALLOWED_ORIGINS has origins without TLS: ${plain.join(', ')}`);
  if (PUBLIC_URL && !TRUSTED_PROXIES)
    warnings.push(
      'TRUSTED_PROXIES is not set: all callers behind a proxy share the limits of its address',
    );
  return warnings;
}
