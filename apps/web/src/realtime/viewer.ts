import type { Role } from '#libs/contracts';

/** Who looks at the screen; null for a visitor. */
export type Viewer = { id: string; role: Role; farmId: string | null } | null;
