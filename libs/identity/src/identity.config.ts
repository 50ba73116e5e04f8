import * as z from 'zod';
import { emailsIn, PASSWORD_LENGTH } from '#libs/contracts';
import { configToken, secret } from '#libs/platform';

/** Length of the built-in provider's passwords, in characters. */
export const { min: PASSWORD_MIN, max: PASSWORD_MAX } = PASSWORD_LENGTH;

const emailList = z
  .string()
  .default('')
  .transform(emailsIn)
  .pipe(z.array(z.email('it must be e-mail addresses, separated by commas')));

const pem = z
  .string()
  // Most ways to set environment variables permit no line breaks.
  .transform((text) => text.replaceAll('\\n', '\n').trim())
  .refine((text) => text.startsWith('-----BEGIN PUBLIC KEY-----'), 'it must be a PEM public key');

const CLERK_EXPECTED = 'it must be an address such as https://clerk.example.com';
const PASSWORD_EXPECTED = `it must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
const clerkNeeds = ['CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY', 'CLERK_ISSUER'] as const;

/** Identity settings: Clerk's if any of them is set, otherwise those of the built-in provider. */
export const identityConfigSchema = z
  .object({
    /** Signs the built-in provider's cookies and encrypts its private keys; must be the same in every process. */
    AUTH_SECRET: secret(32).optional(),
    CLERK_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'it must start with pk_').optional(),
    CLERK_SECRET_KEY: z.string().startsWith('sk_', 'it must start with sk_').optional(),
    /** URL of Clerk's published keys; alternatively set the key itself in CLERK_JWT_KEY. */
    CLERK_JWKS_URL: z.url(CLERK_EXPECTED).optional(),
    /** Clerk's public key as PEM, with `\n` for line breaks if needed. Replaces the request to CLERK_JWKS_URL. */
    CLERK_JWT_KEY: pem.optional(),
    /** The address of the Clerk instance, as in its tokens' `iss`. */
    CLERK_ISSUER: z
      .url(CLERK_EXPECTED)
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
    CLERK_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'it must start with whsec_').optional(),
    /** E-mail addresses whose verified owners become admins at their first sign-in. */
    ADMIN_EMAILS: emailList,
    /**
     * Built-in provider only: the password of the accounts that are created at start for ADMIN_EMAILS. These addresses
     * are closed to sign-ups, because a sign-up does not prove who owns the address.
     */
    ADMIN_PASSWORD: z
      .string()
      .min(PASSWORD_MIN, PASSWORD_EXPECTED)
      .max(PASSWORD_MAX, PASSWORD_EXPECTED)
      .optional(),
  })
  .superRefine((config, context) => {
    const missing = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (identityKind(config) === 'builtin') {
      if (!config.AUTH_SECRET)
        missing('AUTH_SECRET', 'unless Clerk is set up it must have at least 32 characters');
      return;
    }
    for (const name of clerkNeeds) if (!config[name]) missing(name, 'Clerk needs it');
    if (!config.CLERK_JWKS_URL && !config.CLERK_JWT_KEY)
      missing('CLERK_JWKS_URL', 'Clerk needs it, or CLERK_JWT_KEY');
  });
export type IdentityConfig = z.infer<typeof identityConfigSchema>;

/** Injection token for {@link IdentityConfig}. */
export const IDENTITY_CONFIG = configToken<IdentityConfig>('IDENTITY_CONFIG');

/** The provider that these settings select; any Clerk key selects Clerk. */
export function identityKind(
  config: {
    readonly [Name in `CLERK_${'PUBLISHABLE_KEY' | 'SECRET_KEY' | 'ISSUER' | 'JWKS_URL' | 'JWT_KEY'}`]?:
      | string
      | undefined;
  },
): 'builtin' | 'clerk' {
  const clerk = [
    config.CLERK_PUBLISHABLE_KEY,
    config.CLERK_SECRET_KEY,
    config.CLERK_ISSUER,
    config.CLERK_JWKS_URL,
    config.CLERK_JWT_KEY,
  ];
  return clerk.some(Boolean) ? 'clerk' : 'builtin';
}
