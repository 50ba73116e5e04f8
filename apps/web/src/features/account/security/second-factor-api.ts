import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  accountSchema,
  recoveryCodesSchema,
  type SecondFactorEnrolment,
  secondFactorEnrolmentSchema,
} from '#libs/contracts';
import { renewToken } from '../../../lib/api/token';
import { callAccount } from '../../../lib/session/builtin';

const key = ['own-account'] as const;

/** `GET /api/auth/account`: whether the e-mail address is confirmed and the second factor is on. */
export function accountQueryOptions() {
  return queryOptions({
    queryKey: key,
    queryFn: async () => accountSchema.parse(await callAccount('/account')),
  });
}

/** Starts the enrolment of the second factor, which is off until a first code is verified. */
export async function enableSecondFactor(password: string): Promise<SecondFactorEnrolment> {
  return secondFactorEnrolmentSchema.parse(await callAccount('/two-factor/enable', { password }));
}

/** Generates new recovery codes, which replace all earlier ones. */
export async function generateRecoveryCodes(password: string): Promise<readonly string[]> {
  const response = await callAccount('/two-factor/generate-backup-codes', { password });
  return recoveryCodesSchema.parse(response).backupCodes;
}

/** Switches the second factor on with a first code, or off with the password. */
export function useChangeSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { code: string } | { password: string }) =>
      callAccount('code' in change ? '/two-factor/verify-totp' : '/two-factor/disable', change),
    onSuccess: async () => {
      // the token states whether the session has a second factor, which admins need in production
      await renewToken();
      await Promise.all(
        [key, ['own-sessions']].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}
