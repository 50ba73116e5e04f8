import { normalizeEmail, type PublicSettings } from '#libs/contracts';
import { DomainError, type ProfileChange, type VerifiedIdentity } from '#libs/platform';
import { IdentityProvider, type OpenSession } from '../identity-provider.js';
import type { JwtCheck } from '../jwt-check.js';
import { webAddress } from '../profile.js';

/** The fields of a Clerk account that are used. */
export interface ClerkAccount {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly imageUrl: string;
  readonly phoneNumbers: readonly { readonly phoneNumber: string }[];
  readonly primaryEmailAddress: {
    readonly emailAddress: string;
    readonly verification: { readonly status: string } | null;
  } | null;
}

/** The fields of a session of Clerk that are used; times in milliseconds since 1970. */
export interface ClerkSession {
  readonly id: string;
  readonly createdAt: number;
  readonly lastActiveAt: number;
}

/** The calls made to Clerk's back-end API. */
export interface ClerkCalls {
  getUser(userId: string): Promise<ClerkAccount>;
  updateUser(userId: string, names: { firstName: string; lastName: string }): Promise<unknown>;
  addPhone(userId: string, phoneNumber: string): Promise<unknown>;
  activeSessions(userId: string): Promise<readonly ClerkSession[]>;
  revokeSession(sessionId: string): Promise<unknown>;
  deleteUser(userId: string): Promise<unknown>;
}

/** The calls by Clerk's own client; loaded on use, because most processes make no call. */
export function clerkCalls(secretKey: string, publishableKey: string): ClerkCalls {
  const client = async () => {
    const { createClerkClient } = await import('@clerk/backend');
    return createClerkClient({ secretKey, publishableKey, telemetry: { disabled: true } });
  };
  return {
    getUser: async (userId) => (await client()).users.getUser(userId),
    updateUser: async (userId, names) => (await client()).users.updateUser(userId, names),
    // Not verified, so that nobody can sign in with the number before proving that it is theirs.
    addPhone: async (userId, phoneNumber) =>
      (await client()).phoneNumbers.createPhoneNumber({ userId, phoneNumber, verified: false }),
    activeSessions: async (userId) => {
      const { sessions } = await client();
      return (await sessions.getSessionList({ userId, status: 'active', limit: 100 })).data;
    },
    revokeSession: async (sessionId) => (await client()).sessions.revokeSession(sessionId),
    deleteUser: async (userId) => (await client()).users.deleteUser(userId),
  };
}

const NOT_FOUND = 404;
const NOT_ACCEPTED = 422;

/** Users sign in at Clerk; this provider verifies their session tokens and fetches their profiles from Clerk. */
export class ClerkProvider extends IdentityProvider {
  override readonly kind = 'clerk';

  constructor(
    private readonly check: JwtCheck,
    private readonly publishableKey: string,
    private readonly calls: ClerkCalls,
    private readonly onSessionEnd: (sessionId: string) => Promise<void>,
  ) {
    super();
  }

  override async verify(token: string): Promise<VerifiedIdentity> {
    const claims = await this.check.check(token);
    if (claims.sts === 'pending') throw new DomainError('TOKEN_INVALID');
    return {
      subject: claims.sub,
      sessionId: claims.sid ?? null,
      email: claims.email === undefined ? null : normalizeEmail(claims.email),
      emailVerified: claims.email !== undefined && claims.email_verified === true,
      firstName: claims.given_name ?? null,
      lastName: claims.family_name ?? null,
      imageUrl: webAddress(claims.picture),
    };
  }

  override async profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity> {
    if (identity.emailVerified && identity.firstName !== null) return identity;
    const account = await this.call(() => this.calls.getUser(identity.subject));
    const primary = account.primaryEmailAddress;
    return {
      subject: identity.subject,
      sessionId: identity.sessionId,
      email: primary ? normalizeEmail(primary.emailAddress) : null,
      emailVerified: primary?.verification?.status === 'verified',
      firstName: account.firstName,
      lastName: account.lastName,
      imageUrl: webAddress(account.imageUrl),
    };
  }

  override async updateProfile(subject: string, change: ProfileChange): Promise<void> {
    const { firstName, lastName } = change;
    // Clerk takes E.164, which has no extension.
    const phone = change.phone?.replace(/ ext\. .*/, '');
    await this.call(() => this.calls.updateUser(subject, { firstName, lastName }), 'firstName');
    if (!phone) return;
    const { phoneNumbers } = await this.call(() => this.calls.getUser(subject));
    if (phoneNumbers.some(({ phoneNumber }) => phoneNumber === phone)) return;
    await this.call(() => this.calls.addPhone(subject, phone), 'phone');
  }

  override publicSettings(): PublicSettings['identity'] {
    return { provider: 'clerk', publishableKey: this.publishableKey };
  }

  /** Clerk has its own pages and routes. */
  override async mount(): Promise<void> {}

  override async sessionsOf(subject: string): Promise<readonly OpenSession[]> {
    const sessions = await this.call(() => this.calls.activeSessions(subject));
    return sessions.map(({ id, createdAt, lastActiveAt }) => ({
      _id: id,
      signedInAt: new Date(createdAt).toISOString(),
      usedAt: new Date(lastActiveAt).toISOString(),
    }));
  }

  override async revokeSessions(subject: string): Promise<void> {
    await this.call(async () => {
      const sessions = await this.calls.activeSessions(subject);
      await Promise.all(sessions.map(({ id }) => this.onSessionEnd(id)));
      await Promise.all(sessions.map(({ id }) => this.calls.revokeSession(id)));
    });
  }

  override async deleteAccount(subject: string): Promise<void> {
    try {
      await this.revokeSessions(subject);
      await this.call(() => this.calls.deleteUser(subject));
    } catch (error) {
      // It is deleted there already.
      if (!(error instanceof DomainError && error.code === 'TOKEN_INVALID')) throw error;
    }
  }

  /** Maps Clerk's errors; `field` is the path in the error if Clerk rejects the input. */
  private async call<Result>(request: () => Promise<Result>, field = ''): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      const { isClerkAPIResponseError } = await import('@clerk/backend/errors');
      const clerkError = isClerkAPIResponseError(error) ? error : null;
      if (clerkError?.status === NOT_ACCEPTED) {
        const message = clerkError.errors[0]?.longMessage ?? 'is not accepted';
        throw new DomainError('VALIDATION_FAILED', message, { errors: [{ path: field, message }] });
      }
      throw new DomainError(
        clerkError?.status === NOT_FOUND ? 'TOKEN_INVALID' : 'SERVICE_UNAVAILABLE',
      );
    }
  }
}
