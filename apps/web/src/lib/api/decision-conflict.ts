import { decisionConflictSchema } from '#libs/contracts';
import { ApiError } from './api';

/** The current version and status, if a decision was refused because it was based on older ones; else null. */
export function decisionConflict(error: unknown): { version: number; status: string } | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'VERSION_CONFLICT') return null;
  const { data } = decisionConflictSchema.safeParse(error.problem.details);
  return data ? { version: data.version, status: data.current.status } : null;
}
