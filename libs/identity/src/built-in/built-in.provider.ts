import type { FastifyInstance } from 'fastify';
import type { mongo } from 'mongoose';
import type { Id, PublicSettings } from '#libs/contracts';
import {
  ConfigError,
  DomainError,
  type Logger,
  type PlatformConfig,
  type ProfileChange,
  publicUrl,
  type VerifiedIdentity,
} from '#libs/platform';
import { IdentityProvider, type OpenSession } from '../identity-provider.js';
import { JwtCheck } from '../jwt-check.js';
import { localKeys } from '../key-sources.js';
import { webAddress } from '../profile.js';
import { deleteAccount } from './account-access.js';
import { accountAttempts } from './account-attempts.js';
import { AuthLinks } from './auth-links.js';
import { AuthMails } from './auth-mails.js';
import { mountAuthRoutes } from './auth-routes.js';
import type { Auth } from './better-auth.js';
import { AUTH_COLLECTIONS, createAuthIndexes } from './collections.js';
import { DeviceCookies } from './device-cookies.js';
import { LiveSessions } from './live-sessions.js';
import { createAccount, createAdminAccounts } from './operator-accounts.js';
import type { PasswordCost } from './passwords.js';

export interface BuiltInOptions {
  readonly secret: string;
  readonly adminEmails: readonly string[];
  readonly adminPassword: string | undefined;
  readonly platform: PlatformConfig;
  /** Whether the user with this subject is an admin of the shop. */
  readonly isAdmin: (subject: string) => Promise<boolean>;
  /** Called on first use of the provider; the connection must be open by then. */
  readonly db: () => mongo.Db;
  readonly onSessionEnd?: ((sessionId: string) => Promise<void>) | undefined;
  readonly queueMail?: ((mailId: Id) => Promise<void>) | undefined;
  readonly logger?: Logger | undefined;
  readonly passwordCost?: PasswordCost | undefined;
}

/** Accounts with e-mail and password in this installation's own database. */
export class BuiltInProvider extends IdentityProvider {
  override readonly kind = 'builtin';
  override readonly accountMails: AuthMails;
  private readonly links: AuthLinks;
  private readonly check: JwtCheck;
  private readonly sessions: LiveSessions;
  private ready: Promise<Auth> | undefined;

  constructor(private readonly options: BuiltInOptions) {
    super();
    this.links = new AuthLinks(options.db);
    this.sessions = new LiveSessions(options.db);
    this.accountMails = new AuthMails(options.db, this.links, options.queueMail);
    this.check = new JwtCheck({
      keys: localKeys(async () => (await this.auth()).api.getJwks()),
      issuer: publicUrl(options.platform),
      authorizedParties: () => [publicUrl(options.platform)],
    });
  }

  override async verify(token: string): Promise<VerifiedIdentity> {
    const claims = await this.check.check(token);
    const { sid: sessionId } = claims;
    if (!sessionId || !(await this.sessions.has(sessionId))) throw new DomainError('TOKEN_INVALID');
    return {
      subject: claims.sub,
      sessionId,
      email: claims.email ?? null,
      emailVerified: claims.email_verified === true,
      firstName: claims.given_name ?? null,
      lastName: claims.family_name ?? null,
      imageUrl: webAddress(claims.picture),
      proof: {
        secondFactor: claims.amr?.includes('otp') ?? false,
        at: new Date((claims.auth_time ?? 0) * 1_000),
        codeAt: new Date((claims.second_factor_time ?? 0) * 1_000),
      },
    };
  }

  /** Its tokens contain the whole profile. */
  override async profileOf(identity: VerifiedIdentity): Promise<VerifiedIdentity> {
    return identity;
  }

  /** Sets the names only: accounts have no phone number, because nobody signs in by phone here. */
  override async updateProfile(
    subject: string,
    { firstName, lastName }: ProfileChange,
  ): Promise<void> {
    const { internalAdapter } = await (await this.auth()).$context;
    await internalAdapter.updateUser(subject, { firstName, lastName });
  }

  override publicSettings(): PublicSettings['identity'] {
    return { provider: 'builtin' };
  }

  override async mount(fastify: FastifyInstance): Promise<void> {
    const { secret, platform, adminEmails, logger } = this.options;
    await mountAuthRoutes(fastify, {
      auth: await this.auth(),
      origin: publicUrl(platform),
      // Otherwise a stranger could sign up with an admin's address and lock the admin out.
      reservedEmails: new Set(adminEmails),
      // Only in production, like the limits of all other routes: development, simulations and tests share accounts.
      attempts: platform.NODE_ENV === 'production' ? accountAttempts(this.options.db()) : {},
      devices: new DeviceCookies(secret, platform),
      logger,
    });
  }

  override sessionsOf(subject: string): Promise<readonly OpenSession[]> {
    return this.sessions.of(subject);
  }

  override async revokeSessions(subject: string): Promise<void> {
    const { internalAdapter } = await (await this.auth()).$context;
    await internalAdapter.deleteUserSessions(subject);
  }

  override async deleteAccount(subject: string, email: string): Promise<void> {
    await this.links.revokeAll(subject);
    await deleteAccount(await (await this.auth()).$context, subject);
    await this.accountMails.forget(email);
  }

  /** Ends the sessions of all accounts; returns their number. */
  async endAllSessions(): Promise<number> {
    const sessions = this.options.db().collection(AUTH_COLLECTIONS.sessions);
    let count = 0;
    for await (const { _id } of sessions.find({}, { projection: { _id: 1 } })) {
      await this.options.onSessionEnd?.(_id.toString());
      count += (await sessions.deleteOne({ _id })).deletedCount;
    }
    return count;
  }

  /**
   * Creates an account with a verified address; does not change an existing account with this address. Returns its
   * subject. Throws `VALIDATION_FAILED`. `hash` is the hash of the password, if known.
   */
  async createAccount(
    account: { email: string; password: string; name: string },
    hash?: string,
  ): Promise<string> {
    return createAccount(await this.auth(), account, hash);
  }

  /** Hashes a password once for several accounts, such as demo accounts, because hashing is slow on purpose. */
  async hashPassword(password: string): Promise<string> {
    const { password: passwords } = await (await this.auth()).$context;
    return passwords.hash(password);
  }

  /** Signs in without a browser; returns a token and its session's `Set-Cookie` lines. Throws `SIGN_IN_FAILED`. */
  async signInDirectly(credentials: {
    email: string;
    password: string;
  }): Promise<{ token: string; cookies: string[] }> {
    const { email, password } = credentials;
    const { api } = await this.auth();
    const { isAPIError } = await import('better-auth/api');
    const fail = (error: unknown) => {
      throw isAPIError(error) ? new DomainError('SIGN_IN_FAILED') : error;
    };
    const { headers } = await api
      .signInEmail({ body: { email, password }, returnHeaders: true })
      .catch(fail);
    const cookies = headers.getSetCookie();
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
    // Fails for accounts with a second factor, which have no session yet.
    const { token } = await api.getToken({ headers: new Headers({ cookie }) }).catch(fail);
    return { token, cookies };
  }

  /** better-auth; on the first call, creates its indexes, its first key and the admins' accounts. */
  private auth(): Promise<Auth> {
    this.ready ??= this.prepare().catch((error: unknown) => {
      // The next caller retries, because the database may be available again by then.
      this.ready = undefined;
      throw error;
    });
    return this.ready;
  }

  private async prepare(): Promise<Auth> {
    const { secret, platform, logger } = this.options;
    const db = this.options.db();
    await createAuthIndexes(db);
    // Loaded on use, because it is the largest library, and workers and gateways do not need it.
    const { createAuth } = await import('./better-auth.js');
    const auth = createAuth({
      secret,
      platform,
      db,
      mails: this.accountMails,
      links: this.links,
      passwordCost: this.options.passwordCost,
      onSessionEnd: async (sessionId) => this.options.onSessionEnd?.(sessionId),
      onSessionEnded: (sessionId) => this.sessions.drop(sessionId),
      report: (message) => logger?.error({ from: 'better-auth' }, message),
    });
    await signOnce(auth);
    await createAdminAccounts(auth, this.options, this.links);
    return auth;
  }
}

/** Creates the first key before the first request, and checks that the secret matches the stored keys. */
async function signOnce(auth: Auth): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: {} } });
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('decrypt')) throw error;
    throw new ConfigError(
      'AUTH_SECRET is not the one that the keys in authKeys were made with. Set the old one, or empty authKeys (everybody signs in again).',
    );
  }
}
