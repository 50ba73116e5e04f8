import { paths } from './paths';

/** Paths that only admins' pages link to: apart from {@link paths}, which every visitor loads. */
export const adminPaths = {
  /** What an admin knows of a person. */
  person: (id: string) => `${paths.dashboardOf('admin')}/users/${id}`,
} as const;
