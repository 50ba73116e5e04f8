import type { FastifyRequest } from 'fastify';
import type { PlatformConfig } from '../platform.config.js';
import { servedPath } from './served-path.js';

/** Headers of every answer. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** For pages only: links to other sites, windows that a page opens, and devices that it may ask for. */
const OF_PAGES = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;
/** What files such as scripts and pictures do not need, in lower case. */
export const PAGE_HEADERS: readonly string[] = Object.keys(OF_PAGES);

/** For an installation that is reached by TLS: for a year browsers use nothing else. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** Opened as a page, a response shows and loads nothing, and is in no frame. */
const NO_PAGE = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** A response to a signed-in user is theirs alone: no cache stores it. */
const KEPT_NOWHERE = { 'cache-control': 'no-store' } as const;

/** The security headers of the response to a request. */
export function securityHeaders({ PUBLIC_URL }: PlatformConfig) {
  const ofAll = { ...HEADERS, ...(PUBLIC_URL?.startsWith('https:') && TLS_ONLY) };
  const ofKind = {
    data: { ...ofAll, ...NO_PAGE },
    // Routes of the identity library: meant to be no pages either, but it may answer with one.
    identity: { ...ofAll, ...OF_PAGES, ...NO_PAGE },
    // A page has a policy of its own instead; other files need none.
    page: { ...ofAll, ...OF_PAGES, ...NO_PAGE },
  };
  const ofUser = {
    data: { ...ofKind.data, ...KEPT_NOWHERE },
    identity: { ...ofKind.identity, ...KEPT_NOWHERE },
    page: { ...ofKind.page, ...KEPT_NOWHERE },
  };
  return ({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): Record<string, string> =>
    (headers.authorization === undefined ? ofKind : ofUser)[kindOf(url)];
}

function kindOf(url: string): 'data' | 'identity' | 'page' {
  const path = servedPath(url);
  if (path.startsWith('/api/v1/')) return 'data';
  return path.startsWith('/api/') ? 'identity' : 'page';
}
