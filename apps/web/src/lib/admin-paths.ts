import { paths } from './paths';

/** Paths that only admins' pages link to; not in {@link paths}, which every visitor loads. */
export const adminPaths = {
  /** The admin's page about one user. */
  person: (id: string) => `${paths.dashboardOf('admin')}/users/${id}`,
} as const;
