import { ApiError } from './api';

interface Steps {
  /** Milliseconds before the second attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds before the next attempt: the server's `Retry-After` plus a delay, which doubles with each failure and is
 * random within a factor of three, so that pages that failed together do not retry together.
 */
export function backoffMs({ firstMs, maxMs }: Steps, failures: number, error: unknown): number {
  const delay = Math.min(firstMs * 2 ** Math.max(0, failures - 1), maxMs);
  const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : 0;
  return retryAfterMs + delay * (0.5 + Math.random());
}
