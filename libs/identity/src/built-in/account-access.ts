import type { AuthContext } from 'better-auth';

interface Access {
  readonly adapter: Pick<AuthContext['adapter'], 'deleteMany' | 'findMany'>;
  readonly internalAdapter: Pick<
    AuthContext['internalAdapter'],
    'deleteAccounts' | 'deleteSessions' | 'deleteUser' | 'deleteUserSessions' | 'updateUser'
  >;
}

/** Ends all sessions of a user except this one. */
export async function endOtherSessions(
  { adapter, internalAdapter }: Access,
  { userId, token }: { readonly userId: string; readonly token: string },
): Promise<void> {
  const others = await adapter.findMany<{ readonly token: string }>({
    model: 'session',
    where: [
      { field: 'userId', value: userId },
      { field: 'token', value: token, operator: 'ne' },
    ],
  });
  // This adapter runs the hooks that report each ended session.
  await internalAdapter.deleteSessions(others.map((one) => one.token));
}

/**
 * Removes all access to an account except its password: sessions, the second factor, and sign-ins that wait for a
 * code. Returns whether there was a second factor.
 */
export async function removeAccess(
  { adapter, internalAdapter }: Access,
  userId: string,
): Promise<boolean> {
  const where = [{ field: 'userId', value: userId }];
  const factors = await adapter.deleteMany({ model: 'twoFactor', where });
  if (factors > 0) await internalAdapter.updateUser(userId, { twoFactorEnabled: false });
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] });
  await internalAdapter.deleteUserSessions(userId);
  return factors > 0;
}

export async function deleteAccount(access: Access, userId: string): Promise<void> {
  await removeAccess(access, userId);
  await access.internalAdapter.deleteAccounts(userId);
  await access.internalAdapter.deleteUser(userId);
}
