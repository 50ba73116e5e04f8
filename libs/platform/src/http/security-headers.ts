import type { FastifyRequest } from 'fastify';
import { HAND_OVER_PATH } from '#libs/contracts';
import type { PlatformConfig } from '../platform.config.js';
import { servedPath } from './served-path.js';

/** Headers of every response. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** For pages only: the referrer sent to other sites, windows that a page opens, and devices that it may use. */
const OF_PAGES = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;
/** Of the page where a farm scans the codes of its customers. */
const CAMERA = { 'permissions-policy': 'camera=(self), microphone=(), geolocation=()' } as const;
/** Headers that files such as scripts and pictures do not need, in lower case. */
export const PAGE_HEADERS: readonly string[] = Object.keys(OF_PAGES);

/** For an installation served by TLS: browsers use nothing else for a year. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** A response opened as a page shows and loads nothing, and cannot be framed. */
const NO_PAGE = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** No cache may store a response to a signed-in user. */
const NO_STORE = { 'cache-control': 'no-store' } as const;

/** The security headers of the response to a request. */
export function securityHeaders({ PUBLIC_URL }: PlatformConfig) {
  const ofAll = { ...HEADERS, ...(PUBLIC_URL?.startsWith('https:') && TLS_ONLY) };
  const ofKind = {
    data: { ...ofAll, ...NO_PAGE },
    // Routes of the identity library should not be pages either, but the library may answer with one.
    identity: { ...ofAll, ...OF_PAGES, ...NO_PAGE },
    // A page sets its own policy instead; other files need none.
    page: { ...ofAll, ...OF_PAGES, ...NO_PAGE },
    camera: { ...ofAll, ...OF_PAGES, ...CAMERA, ...NO_PAGE },
  };
  const ofUser = {
    data: { ...ofKind.data, ...NO_STORE },
    identity: { ...ofKind.identity, ...NO_STORE },
    page: { ...ofKind.page, ...NO_STORE },
    camera: { ...ofKind.camera, ...NO_STORE },
  };
  return ({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): Record<string, string> =>
    (headers.authorization === undefined ? ofKind : ofUser)[kindOf(url)];
}

function kindOf(url: string): 'data' | 'identity' | 'page' | 'camera' {
  const path = servedPath(url);
  if (path.startsWith('/api/v1/')) return 'data';
  if (path.startsWith('/api/')) return 'identity';
  return path === HAND_OVER_PATH ? 'camera' : 'page';
}
