import { paths } from '../../../lib/paths';

/** Pages of signing in that only they themselves link to; most visitors never load them. */
export const identityPaths = {
  forgotPassword: `${paths.signIn}/forgot-password`,
} as const;
