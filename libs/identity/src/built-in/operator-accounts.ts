import { ConfigError, type Logger } from '#libs/platform';
import { deleteAccount } from './account-access.js';
import type { AuthLinks } from './auth-links.js';
import type { Auth } from './better-auth.js';
import { newAccountSchema, validated } from './served-routes.js';
import { weaknessOf } from './strong-passwords.js';

interface AdminAccounts {
  readonly adminEmails: readonly string[];
  readonly adminPassword: string | undefined;
  readonly isAdmin: (subject: string) => Promise<boolean>;
  readonly logger?: Logger | undefined;
}

/**
 * Creates the accounts for the admins' addresses. Deletes an account that signed up with such an address before it was
 * reserved, because it may be anybody's. Throws `ConfigError` if there is no password for an account to replace it.
 */
export async function createAdminAccounts(
  auth: Auth,
  { adminEmails, adminPassword, isAdmin, logger }: AdminAccounts,
  links: AuthLinks,
): Promise<void> {
  const context = await auth.$context;
  if (!adminPassword && adminEmails.length > 0)
    logger?.warn('ADMIN_PASSWORD is not set: no account is created for ADMIN_EMAILS');
  for (const email of adminEmails) {
    const known = await context.internalAdapter.findUserByEmail(email);
    if (known && !(await isAdmin(known.user.id))) {
      if (!adminPassword)
        throw new ConfigError(
          'An address in ADMIN_EMAILS has an account that is no admin. Set ADMIN_PASSWORD to replace the account, or remove the address.',
        );
      await links.revokeAll(known.user.id);
      await deleteAccount(context, known.user.id);
      logger?.warn({ account: known.user.id }, 'replaced the account of an admin’s address');
    }
    if (!adminPassword) continue;
    // Checked for new accounts only: an existing admin may have chosen another password since.
    const isNew = (await context.internalAdapter.findUserByEmail(email)) === null;
    const weakness = isNew && (await weaknessOf(adminPassword, [email, ...email.split('@')]));
    if (weakness) throw new ConfigError(`ADMIN_PASSWORD: ${weakness}`);
    await createAccount(auth, { email, password: adminPassword, name: nameIn(email) });
  }
}

/** `ada.field@x.example` is `ada field`. */
const nameIn = (email: string) => email.replace(/@.*/, '').replaceAll('.', ' ');

/** Creates an account with a verified address, unless one has this address already. Returns its subject. */
export async function createAccount(
  auth: Auth,
  account: { email: string; password: string; name: string },
  knownHash?: string,
): Promise<string> {
  const { email, password, name = '' } = validated(newAccountSchema, account);
  const { internalAdapter, password: passwords } = await auth.$context;
  const find = () => internalAdapter.findUserByEmail(email, { includeAccounts: true });

  const known = await find();
  if (known?.accounts.some(({ providerId }) => providerId === 'credential')) return known.user.id;
  const hash = knownHash ?? (await passwords.hash(password));
  const user =
    known?.user ??
    (await internalAdapter
      .createUser({ email, name, emailVerified: true }, { method: 'email-password' })
      .catch(async (error: unknown) => {
        // Another process has just created this account.
        const other = await find();
        if (!other) throw error;
        return other.user;
      }));
  await internalAdapter
    .linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash })
    .catch(async (error: unknown) => {
      if (!(await internalAdapter.findCredentialAccount(user.id))) throw error;
    });
  return user.id;
}
