import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  accountSchema,
  recoveryCodesSchema,
  type SecondFactorEnrolment,
  secondFactorEnrolmentSchema,
} from '#libs/contracts';
import { callIdentity } from '../../../lib/identity/builtin';

const key = ['own-account'] as const;

/** `GET /api/auth/account`: whether signing in asks for a code. */
export function accountQueryOptions() {
  return queryOptions({
    queryKey: key,
    queryFn: async () => accountSchema.parse(await callIdentity('/account')),
  });
}

/** Begins to switch it on; nothing is asked for until a first code was right. */
export async function beginSecondFactor(password: string): Promise<SecondFactorEnrolment> {
  return secondFactorEnrolmentSchema.parse(await callIdentity('/two-factor/enable', { password }));
}

/** Makes new recovery codes, which take the place of all earlier ones. */
export async function newRecoveryCodes(password: string): Promise<readonly string[]> {
  const answer = await callIdentity('/two-factor/generate-backup-codes', { password });
  return recoveryCodesSchema.parse(answer).backupCodes;
}

/** What changes the account: the first code switches it on, the password off. */
export function useChangeSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { code: string } | { password: string }) =>
      callIdentity('code' in change ? '/two-factor/verify-totp' : '/two-factor/disable', change),
    onSuccess: () =>
      Promise.all(
        [key, ['own-sessions']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
