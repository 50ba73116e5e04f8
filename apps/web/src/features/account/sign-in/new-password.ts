import { callIdentity } from '../../../lib/identity/builtin';

/** Has a link to choose a new password mailed; the answer is the same whether there is such an account or not. */
export async function askForNewPassword(email: string): Promise<void> {
  await callIdentity('/forgot-password', { email });
}

/** Chooses a new password by the secret of such a link. */
export async function chooseNewPassword(choice: {
  token: string;
  newPassword: string;
}): Promise<void> {
  await callIdentity('/new-password', choice);
}
