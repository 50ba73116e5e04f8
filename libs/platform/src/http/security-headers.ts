import type { FastifyRequest } from 'fastify';
import type { PlatformConfig } from '../config.js';

/** Headers of every answer. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** What only a page has any use for: links that lead away, windows that it opens, and a camera that it may ask for. */
const OF_PAGES = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;

/** Of an installation that is reached by TLS: browsers ask for it in no other way, for a year. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** Of an answer of the API, which is no page: opened as one, it shows and loads nothing. Pages have their own policy. */
const NO_PAGE = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** What is answered to somebody who signed in is theirs, and is kept nowhere on its way. */
const KEPT_NOWHERE = { 'cache-control': 'no-store' } as const;

/** The headers that keep browsers safe, for the answer to a request; made once for all that are answered alike. */
export function securityHeaders({ PUBLIC_URL }: PlatformConfig) {
  const ofAll = { ...HEADERS, ...(PUBLIC_URL?.startsWith('https:') && TLS_ONLY) };
  const toVisitor = {
    data: { ...ofAll, ...NO_PAGE },
    // A library's: what it answers is meant to be no page either, but that is not ours to say.
    identity: { ...ofAll, ...OF_PAGES, ...NO_PAGE },
    page: { ...ofAll, ...OF_PAGES },
  };
  const toUser = {
    data: { ...toVisitor.data, ...KEPT_NOWHERE },
    identity: { ...toVisitor.identity, ...KEPT_NOWHERE },
    page: { ...toVisitor.page, ...KEPT_NOWHERE },
  };
  return ({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): Record<string, string> =>
    (headers.authorization === undefined ? toVisitor : toUser)[kindOf(url)];
}

function kindOf(url: string): 'data' | 'identity' | 'page' {
  if (url.startsWith('/api/v1/')) return 'data';
  return url.startsWith('/api/') ? 'identity' : 'page';
}
