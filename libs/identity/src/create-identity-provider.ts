import type { mongo } from 'mongoose';
import type { Id } from '#libs/contracts';
import {
  allowedOrigins,
  ConfigError,
  currentContext,
  type Logger,
  type PlatformConfig,
} from '#libs/platform';
import { BuiltInProvider } from './built-in/built-in.provider.js';
import type { PasswordCost } from './built-in/passwords.js';
import { type ClerkCalls, ClerkProvider, clerkCalls } from './clerk/clerk.provider.js';
import { type IdentityConfig, identityKind } from './identity.config.js';
import type { IdentityProvider } from './identity-provider.js';
import { JwtCheck } from './jwt-check.js';
import { pemKey, remoteKeys } from './key-sources.js';

export interface IdentityProviderOptions {
  readonly identity: IdentityConfig;
  readonly platform: PlatformConfig;
  /** Whether the user with this subject is an admin of the shop; by default nobody is. */
  readonly isAdmin?: ((subject: string) => Promise<boolean>) | undefined;
  /** The database of the built-in provider's accounts; not called for Clerk. */
  readonly db: () => mongo.Db;
  readonly logger?: Logger | undefined;
  /** Called with the id of each session before it ends; if it throws, the session stays. */
  readonly onSessionEnd?: ((sessionId: string) => Promise<void>) | undefined;
  /** Adds the job of a mail about an account; without it, mails wait for the sweep. */
  readonly queueMail?: ((mailId: Id) => Promise<void>) | undefined;
  /** Stands in for Clerk's back-end API in tests. */
  readonly clerkCalls?: ClerkCalls | undefined;
  /** A low cost of the built-in provider's passwords, in tests. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** The provider that the settings select. Throws `ConfigError` for settings that their schema has not validated. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { identity, platform } = options;
  if (identityKind(identity) === 'clerk') return createClerkProvider(options);
  return new BuiltInProvider({
    secret: required('AUTH_SECRET', identity.AUTH_SECRET),
    adminEmails: identity.ADMIN_EMAILS,
    adminPassword: identity.ADMIN_PASSWORD,
    platform,
    isAdmin: options.isAdmin ?? (async () => false),
    db: options.db,
    queueMail: options.queueMail,
    onSessionEnd: options.onSessionEnd,
    logger: options.logger,
    passwordCost: options.passwordCost,
  });
}

function createClerkProvider({
  identity,
  platform,
  ...options
}: IdentityProviderOptions): ClerkProvider {
  const publishableKey = required('CLERK_PUBLISHABLE_KEY', identity.CLERK_PUBLISHABLE_KEY);
  const keys = identity.CLERK_JWT_KEY
    ? pemKey(identity.CLERK_JWT_KEY)
    : remoteKeys(required('CLERK_JWKS_URL', identity.CLERK_JWKS_URL));
  return new ClerkProvider(
    new JwtCheck({
      keys,
      issuer: required('CLERK_ISSUER', identity.CLERK_ISSUER),
      authorizedParties: () => allowedOrigins(platform, currentContext().host),
    }),
    publishableKey,
    options.clerkCalls ??
      clerkCalls(required('CLERK_SECRET_KEY', identity.CLERK_SECRET_KEY), publishableKey),
    options.onSessionEnd ?? (async () => undefined),
  );
}

function required<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined) throw new ConfigError(`${name} is missing`);
  return value;
}
