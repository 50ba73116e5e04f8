import { callIdentity } from '../../../lib/session/builtin';

/** Requests a mail with a reset link; the response does not reveal whether an account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  await callIdentity('/forgot-password', { email });
}

/** Sets a new password with the secret of a reset link. */
export async function resetPassword(choice: { token: string; newPassword: string }): Promise<void> {
  await callIdentity('/new-password', choice);
}
