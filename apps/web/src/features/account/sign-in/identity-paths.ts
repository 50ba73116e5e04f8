import { paths } from '../../../lib/paths';

/** Paths that only the sign-in pages link to, not in `lib/paths`, which every page loads. */
export const identityPaths = {
  forgotPassword: `${paths.signIn}/forgot-password`,
} as const;
