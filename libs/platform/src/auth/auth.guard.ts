import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../errors.js';
import { currentContext } from '../request-context.js';
import { ACCESS_RULE, type AccessRule, type AuthenticatedRequest } from './access.js';
import { PrincipalLoader, TokenVerifier } from './principal.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Deny by default: lets a call through only if its route's rule does. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: TokenVerifier,
    private readonly principals: PrincipalLoader,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    // The ticket of a socket was checked before it connected.
    if (context.getType() === 'ws') return true;
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw new DomainError('FORBIDDEN');
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    return rule.kind === 'public' && !rule.identify ? true : this.checks(rule, request);
  }

  private async checks(rule: AccessRule, request: AuthenticatedRequest): Promise<boolean> {
    await this.identify(request);
    if (rule.kind === 'public') return true;
    if (!request.identity) throw new DomainError('UNAUTHENTICATED');
    if (rule.kind === 'token') return true;
    const { principal } = request;
    if (!principal) throw new DomainError('USER_NOT_INITIALIZED');
    if (principal.status === 'suspended') throw new DomainError('USER_SUSPENDED');
    if (!rule.roles.includes(principal.role)) throw new DomainError('FORBIDDEN');
    if (principal.status === 'inactive' && !rule.whileInactive && !READING.has(request.method)) {
      throw new DomainError('USER_INACTIVE');
    }
    return true;
  }

  private async identify(request: AuthenticatedRequest): Promise<void> {
    const header = request.headers.authorization;
    if (typeof header !== 'string') return;
    const [scheme, token] = header.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw new DomainError('TOKEN_INVALID');
    request.identity = await this.verifier.verify(token);
    const principal = await this.principals.load(request.identity);
    if (!principal) return;
    request.principal = principal;
    currentContext().actorId = principal.userId;
  }
}
