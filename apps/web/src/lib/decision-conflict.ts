import { decisionConflictSchema } from '#libs/contracts';
import { ApiError } from './api';

/** The version and status that a refused decision was not based on; null for any other error. */
export function decisionConflict(error: unknown): { version: number; status: string } | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'VERSION_CONFLICT') return null;
  const { data } = decisionConflictSchema.safeParse(error.problem.details);
  return data ? { version: data.version, status: data.current.status } : null;
}
