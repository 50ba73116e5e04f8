import type { ErrorCode } from '#libs/contracts';
import type { Logger } from '../logging.js';
import { currentContext } from '../request-context.js';
import { networkOf } from './caller-network.js';

/** Refusals that may indicate an attack, and input that our own pages never send. */
const SUSPICIOUS: ReadonlySet<ErrorCode> = new Set([
  'TOKEN_INVALID',
  'SIGN_IN_FAILED',
  'SECOND_FACTOR_FAILED',
  'SECOND_FACTOR_EXPIRED',
  'LINK_INVALID',
  'FORBIDDEN',
  'ORIGIN_NOT_ALLOWED',
  'SECOND_FACTOR_MISSING',
  'IDENTITY_MISMATCH',
  'USER_SUSPENDED',
  'WEBHOOK_INVALID',
  'RATE_LIMITED',
  'SESSION_NOT_RECENT',
  'SECOND_FACTOR_NOT_RECENT',
  'BODY_INVALID',
  'VALIDATION_FAILED',
  'MEDIA_TYPE_UNSUPPORTED',
  'PAYLOAD_TOO_LARGE',
]);

/** The logged part of a request: the route instead of the URL, which holds ids and search words. */
export interface LoggedRequest {
  readonly method: string;
  readonly ip: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/** Logs a call refused for its caller or its rate: which route, who, and from which network. */
export function noteRefusal(logger: Logger, refused: ErrorCode, request: LoggedRequest): void {
  if (!SUSPICIOUS.has(refused)) return;
  const { method, ip, routeOptions } = request;
  const { actorId } = currentContext();
  const from = networkOf(ip);
  logger.info({ refused, method, route: routeOptions.url, actorId, from }, 'a call was refused');
}
