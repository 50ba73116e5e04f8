import type { ErrorCode } from '#libs/contracts';
import type { Logger } from '../logging.js';
import { currentContext } from '../request-context.js';
import { networkOf } from './caller-network.js';

/** Refusals by which an attack can be seen. */
const TELLING: ReadonlySet<ErrorCode> = new Set([
  'TOKEN_INVALID',
  'SIGN_IN_FAILED',
  'SECOND_FACTOR_FAILED',
  'SECOND_FACTOR_EXPIRED',
  'LINK_INVALID',
  'FORBIDDEN',
  'IDENTITY_MISMATCH',
  'USER_SUSPENDED',
  'WEBHOOK_INVALID',
  'RATE_LIMITED',
]);

/** As much of a request as the log tells of it: the route and not the address, in which ids and words stand. */
export interface ToldRequest {
  readonly method: string;
  readonly ip: string;
  readonly routeOptions: { readonly url?: string | undefined };
}

/** Writes down that a call was refused for who made it, or how often: when, which, by whom, from where. */
export function noteRefusal(logger: Logger, refused: ErrorCode, request: ToldRequest): void {
  if (!TELLING.has(refused)) return;
  const { method, ip, routeOptions } = request;
  const { actorId } = currentContext();
  const from = networkOf(ip);
  logger.info({ refused, method, route: routeOptions.url, actorId, from }, 'a call was refused');
}
