import { CommitUnknown } from '../data/commit.js';
import { type EngineFailure, engineFailureOf, retryAfterS } from '../data/engine-failure.js';
import { DomainError } from '../errors.js';

/** For an engine that cannot write; other failures are over in seconds. */
const CANNOT_STORE = 'The shop cannot store anything at the moment. Please try again later';
const TEXTS: Partial<Record<EngineFailure, string>> = {
  full: CANNOT_STORE,
  'read-only': CANNOT_STORE,
};

/** The error to answer when an engine failed; null for every other error. */
export function unavailableBy(error: unknown): DomainError | null {
  const failed = engineFailureOf(error);
  if (!failed) return null;
  const { failure: reason } = failed;
  const details = { reason, retryAfter: retryAfterS[reason] };
  return error instanceof CommitUnknown
    ? new DomainError('OUTCOME_UNKNOWN', error.message, { details })
    : new DomainError('SERVICE_UNAVAILABLE', TEXTS[reason], { details });
}
