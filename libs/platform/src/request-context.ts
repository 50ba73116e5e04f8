import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the work at hand, from the HTTP request to the last job that it causes. */
export interface RequestContext {
  /** Travels HTTP → outbox → job → socket. */
  readonly requestId: string;
  /** The user who acts; null for visitors and for the system. */
  actorId: string | null;
  /** For the handler of an event that failed before: this is the last attempt. */
  readonly isLast?: boolean;
  /** Milliseconds that one command to an engine may take; absent where nobody waits for an answer. */
  readonly timeoutMs?: number;
  /** Says that the work waits for other work and takes no place until the function that it returns is called. */
  readonly pause?: () => () => void;
  /** Counts the work for this user. Throws `RATE_LIMITED` where the user has too much in flight. */
  readonly identify?: (subject: string) => void;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with `context` around it. */
export function runInContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The context of the work at hand; the system's own where nobody asked. */
export function currentContext(): RequestContext {
  return storage.getStore() ?? { requestId: 'system', actorId: null };
}
