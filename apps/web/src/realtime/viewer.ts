import type { Role } from '#libs/contracts';

/** The signed-in user; null for a visitor. */
export type Viewer = { id: string; role: Role; farmId: string | null } | null;
