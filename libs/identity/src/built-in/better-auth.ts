import { mongodbAdapter } from 'better-auth/adapters/mongodb';
import { betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import type { mongo } from 'mongoose';
import {
  allowedOrigins,
  currentContext,
  NETWORK_BITS,
  type PlatformConfig,
  publicUrl,
} from '#libs/platform';
import { PASSWORD_MAX, PASSWORD_MIN } from '../identity.config.js';
import { normalizeProfile } from '../profile.js';
import { accountPlugin } from './account-plugin.js';
import type { AuthLinks } from './auth-links.js';
import type { AuthMails } from './auth-mails.js';
import { AUTH_COLLECTIONS } from './collections.js';
import { cookiePrefix } from './device-cookies.js';
import { type PasswordCost, passwordHashing } from './passwords.js';
import { checkedCodes, mailSecondFactorChange, secondFactor } from './second-factor.js';
import {
  AUTH_PATH,
  CHANGE_PASSWORD,
  CLIENT_ADDRESS_HEADER,
  CONFIRM_EMAIL,
  CONFIRM_SESSION,
  DISABLE_SECOND_FACTOR,
  FORGOT_PASSWORD,
  NEW_PASSWORD,
  SEND_CONFIRMATION,
  SIGN_IN,
  SIGN_UP,
  VERIFY_CODE,
} from './served-routes.js';
import { codeAt, provenAt, sessionsPlugin } from './sessions-plugin.js';
import { strongPasswords } from './strong-passwords.js';

const DAY = 24 * 60 * 60;
const MINUTE = 60;
/** Greater than the number of sessions that any account has. */
const SESSIONS_MAX = 10_000;

/** Since 1970, as a token has times. */
const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Configures better-auth; `report` receives its error messages without personal data. */
export function createAuth(options: {
  secret: string;
  platform: PlatformConfig;
  db: mongo.Db;
  mails: AuthMails;
  links: AuthLinks;
  passwordCost?: PasswordCost | undefined;
  onSessionEnd: (sessionId: string) => Promise<void>;
  onSessionEnded: (sessionId: string) => void;
  report: (message: string) => void;
}) {
  const { secret, platform, db, mails, links, report } = options;
  const address = publicUrl(platform);
  const { hash, verify } = passwordHashing(options.passwordCost);
  return betterAuth({
    appName: 'Farmgate',
    baseURL: address,
    basePath: AUTH_PATH,
    secret,
    trustedOrigins: () => allowedOrigins(platform, currentContext().host),
    telemetry: { enabled: false },
    // Throws unexpected errors to the routes, which report and map them like all others.
    onAPIError: { throw: true },
    // Only the message, because the other arguments contain addresses and documents.
    logger: { level: 'error', log: (_level, message) => report(message) },
    // Without a client, so that it uses no transactions, which the unique indexes make unnecessary.
    database: mongodbAdapter(db, { transaction: false }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash, verify },
    },
    user: {
      modelName: AUTH_COLLECTIONS.users,
      additionalFields: {
        firstName: { type: 'string', required: false },
        lastName: { type: 'string', required: false },
      },
    },
    session: {
      modelName: AUTH_COLLECTIONS.sessions,
      expiresIn: 7 * DAY,
      updateAge: DAY,
      // When the user last entered the password and a code in this session, if after the sign-in.
      additionalFields: {
        provenAt: { type: 'date', required: false, input: false },
        codeAt: { type: 'date', required: false, input: false },
      },
    },
    account: { modelName: AUTH_COLLECTIONS.accounts },
    verification: { modelName: AUTH_COLLECTIONS.verifications },
    databaseHooks: {
      session: {
        delete: {
          before: ({ id }) => options.onSessionEnd(id),
          after: async ({ id }) => options.onSessionEnded(id),
        },
      },
      user: {
        create: { before: async (user) => ({ data: normalizeProfile(user) }) },
        update: {
          before: async (user) => ({ data: normalizeProfile(user) }),
          after: async ({ id, email }, context) => {
            await mailSecondFactorChange(mails, email, context?.path);
            // Enabling or disabling the second factor ends all earlier sessions.
            if (context?.path === VERIFY_CODE || context?.path === DISABLE_SECOND_FACTOR)
              await context.context.internalAdapter.deleteUserSessions(id);
          },
        },
      },
    },
    rateLimit: {
      enabled: platform.NODE_ENV !== 'test',
      // In the database, because several processes serve these routes.
      storage: 'database',
      modelName: AUTH_COLLECTIONS.rateLimits,
      window: MINUTE,
      max: 120,
      customRules: {
        [SIGN_IN]: { window: MINUTE, max: 20 },
        // Enough for a family behind one address, too few for bulk sign-ups.
        [SIGN_UP]: { window: MINUTE, max: 10 },
        [CHANGE_PASSWORD]: { window: MINUTE, max: 10 },
        [FORGOT_PASSWORD]: { window: MINUTE, max: 5 },
        [NEW_PASSWORD]: { window: MINUTE, max: 10 },
        [SEND_CONFIRMATION]: { window: MINUTE, max: 5 },
        [CONFIRM_EMAIL]: { window: MINUTE, max: 10 },
        [CONFIRM_SESSION]: { window: MINUTE, max: 10 },
        '/two-factor/*': { window: MINUTE, max: 20 },
        // Public keys are cheap to serve, and machines fetch them.
        '/jwks': false,
      },
    },
    advanced: {
      // better-auth runs the hooks of a deletion only for the sessions that it finds up to this limit.
      database: { defaultFindManyLimit: SESSIONS_MAX },
      // `cookiePrefix` sets `__Host-`; better-auth would add the weaker `__Secure-`.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(platform),
      defaultCookieAttributes: { secure: address.startsWith('https:') },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: NETWORK_BITS },
      // By default better-auth disables both checks in test runs, so that no test would cover them.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    plugins: [
      accountPlugin({ mails, links }),
      strongPasswords(),
      sessionsPlugin,
      secondFactor(),
      checkedCodes(db),
      jwt({
        disableSettingJwtHeader: true,
        schema: { jwks: { modelName: AUTH_COLLECTIONS.keys } },
        jwks: {
          keyPairConfig: { alg: 'RS256', modulusLength: 2048 },
          rotationInterval: 90 * DAY,
          gracePeriod: DAY,
        },
        jwt: {
          issuer: address,
          audience: address,
          expirationTime: '15m',
          definePayload: ({ user, session }) => {
            // Enabling the second factor ends the sessions that were opened without it.
            const hasFactor = 'twoFactorEnabled' in user && user.twoFactorEnabled === true;
            return {
              azp: address,
              sid: session.id,
              auth_time: seconds(provenAt(session)),
              amr: hasFactor ? ['pwd', 'otp'] : ['pwd'],
              second_factor_time: hasFactor ? seconds(codeAt(session)) : undefined,
              email: user.email,
              email_verified: user.emailVerified,
              name: text(user.name),
              given_name: text(user.firstName),
              family_name: text(user.lastName),
              picture: text(user.image),
            };
          },
        },
      }),
    ],
  });
}
export type Auth = ReturnType<typeof createAuth>;
