import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { Role } from '#libs/contracts';
import type { CrewRole, Principal, RequiredProof, VerifiedIdentity } from './principal.js';

/** Who may call a route. The process does not start with a route that has no rule. */
export type AccessRule =
  | { readonly kind: 'public'; readonly identify: boolean }
  | { readonly kind: 'token' }
  | {
      readonly kind: 'roles';
      readonly roles: readonly Role[];
      /** The packers and drivers that may call it; a rule for farmers means the owners of farms otherwise. */
      readonly crew: readonly CrewRole[];
      readonly whileInactive: boolean;
      /** Whether admins may call it before they have a second factor. */
      readonly beforeSecondFactor: boolean;
    };

export const ACCESS_RULE = 'farmgate:access-rule';

/** Sets the rule, and marks the route as one that needs a token in the OpenAPI document. */
const restricted = (rule: AccessRule) =>
  applyDecorators(SetMetadata(ACCESS_RULE, rule), ApiBearerAuth());

/**
 * Everybody, signed in or not. With `identify`, a valid token gives the handler its caller; an expired token is
 * refused, because its sender expects to be recognised.
 */
export const Public = (options: { identify?: boolean } = {}) =>
  SetMetadata<string, AccessRule>(ACCESS_RULE, {
    kind: 'public',
    identify: options.identify ?? false,
  });

/** Anybody with a valid token, even before they are a user of this installation. */
export const TokenHolder = () => restricted({ kind: 'token' });

const NO_EXCEPTIONS = { kind: 'roles', whileInactive: false, beforeSecondFactor: false } as const;

/** Users of these roles; farmers must own their farm. Inactive users may only read. */
export const Roles = (...roles: [Role, ...Role[]]) =>
  restricted({ ...NO_EXCEPTIONS, roles, crew: [] });

/** Farmers who own their farm, and these of its crew. Inactive users may only read. */
export const FarmTeam = (...crew: [CrewRole, ...CrewRole[]]) =>
  restricted({ ...NO_EXCEPTIONS, roles: ['farmer'], crew });

interface Exceptions {
  /** Inactive users may write too. */
  whileInactive?: boolean;
  /** Admins may call before they have enabled the second factor. */
  beforeSecondFactor?: boolean;
  /** Whoever acts as a packer or driver may call too: what is their own and not the farm's. */
  asCrew?: boolean;
}

/** Every user of this installation, but for those who act as a packer or driver. */
export const SignedIn = (options: Exceptions = {}) =>
  restricted({
    kind: 'roles',
    roles: ['customer', 'farmer', 'admin'],
    crew: options.asCrew ? ['packer', 'driver'] : [],
    whileInactive: options.whileInactive ?? false,
    beforeSecondFactor: options.beforeSecondFactor ?? false,
  });

export const RECENT_PROOF = 'farmgate:recent-proof';

/**
 * Admins must have entered their password recently: a session left open is not enough. With `code`, which acts that
 * move money want, a code of their second factor too. With `password-of-all`, everybody must have.
 */
export const RecentProof = (required: RequiredProof = 'password') =>
  SetMetadata(RECENT_PROOF, required);

/** The fields that the guard reads and sets on a request. */
export interface AuthenticatedRequest {
  readonly method: string;
  readonly ip: string;
  readonly headers: Record<string, string | string[] | undefined>;
  identity?: VerifiedIdentity;
  principal?: Principal;
}

const requestOf = (context: ExecutionContext) =>
  context.switchToHttp().getRequest<AuthenticatedRequest>();

/** The calling user; only on routes with `@Roles` or `@SignedIn`. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { principal } = requestOf(context);
    if (!principal)
      throw new Error('@CurrentPrincipal() needs @Roles() or @SignedIn() on the route');
    return principal;
  },
);

/** The calling user, or null; on routes with `@Public({ identify: true })`. */
export const MaybePrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal | null => requestOf(context).principal ?? null,
);

/** The session that the caller's token was issued from, or null; on routes that identify their caller. */
export const CurrentSessionId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null =>
    requestOf(context).identity?.sessionId ?? null,
);

/** The checked token's identity; on routes that need a token. */
export const CurrentIdentity = createParamDecorator(
  (_: unknown, context: ExecutionContext): VerifiedIdentity => {
    const { identity } = requestOf(context);
    if (!identity)
      throw new Error('@CurrentIdentity() needs a rule on the route that requires a token');
    return identity;
  },
);
