import type { PlatformConfig } from './platform.config.js';

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
