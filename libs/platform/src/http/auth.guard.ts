import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  ACCESS_RULE,
  type AccessRule,
  type AuthenticatedRequest,
  RECENT_PROOF,
} from '../auth/access.js';
import {
  crewRoleOf,
  lacksSecondFactor,
  PrincipalLoader,
  type RequiredProof,
  requireRecentProof,
  TokenVerifier,
  type VerifiedIdentity,
} from '../auth/principal.js';
import { DomainError } from '../errors.js';
import { PLATFORM_CONFIG, type PlatformConfig } from '../platform.config.js';
import { currentContext } from '../request-context.js';
import { networkOf } from './caller-network.js';
import { RateLimiter, rateClassOf } from './rate-limits.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Deny by default: lets a call through only if its route's rule permits it and its caller is within the rate limit.
 * Loading the user and counting the call run in parallel; an invalid token costs neither.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: TokenVerifier,
    private readonly principals: PrincipalLoader,
    private readonly limiter: RateLimiter,
    @Inject(PLATFORM_CONFIG) private readonly config: Pick<PlatformConfig, 'NODE_ENV'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // A socket's ticket is checked before it connects, and the gateway limits packets per connection.
    if (context.getType() === 'ws') return true;
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw new DomainError('FORBIDDEN');
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const isAnonymous = rule.kind === 'public' && !rule.identify;
    const identity = isAnonymous ? null : await this.identityOf(request);
    if (!identity && rule.kind !== 'public') throw new DomainError('UNAUTHENTICATED');
    if (identity) currentContext().identify?.(identity.subject);
    await Promise.all([
      identity && this.recognise(request, identity),
      this.count(context, request, identity),
    ]);
    if (rule.kind === 'roles') requireRole(rule, request);
    // Outside production admins are developers, tests and demo accounts.
    if (this.config.NODE_ENV === 'production') this.requireProof(context, rule, request);
    return true;
  }

  private async identityOf({ headers }: AuthenticatedRequest): Promise<VerifiedIdentity | null> {
    const header = headers.authorization;
    if (typeof header !== 'string') return null;
    const [scheme, token] = header.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw new DomainError('TOKEN_INVALID');
    return this.verifier.verify(token);
  }

  private async recognise(
    request: AuthenticatedRequest,
    identity: VerifiedIdentity,
  ): Promise<void> {
    request.identity = identity;
    const principal = await this.principals.load(identity);
    if (!principal) return;
    request.principal = principal;
    currentContext().actorId = principal.userId;
  }

  /** Admins need a second factor; without it they are treated as visitors, except for their own account. */
  private requireProof(
    context: ExecutionContext,
    rule: AccessRule,
    request: AuthenticatedRequest,
  ): void {
    const { principal, identity } = request;
    if (lacksSecondFactor(principal, identity?.proof)) {
      if (rule.kind === 'public') delete request.principal;
      else if (rule.kind === 'roles' && !rule.beforeSecondFactor)
        throw new DomainError('SECOND_FACTOR_MISSING');
    }
    const required = this.reflector.get<RequiredProof | undefined>(
      RECENT_PROOF,
      context.getHandler(),
    );
    if (required) requireRecentProof(required, principal, identity?.proof);
  }

  private async count(
    context: ExecutionContext,
    { method, ip }: AuthenticatedRequest,
    identity: VerifiedIdentity | null,
  ): Promise<void> {
    const rateClass = rateClassOf(this.reflector, context, method, identity === null);
    if (rateClass === 'none') return;
    await this.limiter.count(rateClass, identity?.subject ?? networkOf(ip));
  }
}

function requireRole(
  rule: Extract<AccessRule, { kind: 'roles' }>,
  { principal, method }: AuthenticatedRequest,
): void {
  if (!principal) throw new DomainError('USER_NOT_INITIALIZED');
  if (principal.status === 'suspended') throw new DomainError('USER_SUSPENDED');
  if (!rule.roles.includes(principal.role)) throw new DomainError('FORBIDDEN');
  const crew = crewRoleOf(principal);
  if (crew && !rule.crew.includes(crew)) throw new DomainError('FORBIDDEN');
  if (principal.status === 'inactive' && !rule.whileInactive && !READING.has(method))
    throw new DomainError('USER_INACTIVE');
}
