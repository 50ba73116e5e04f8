import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of the current work, from the HTTP request to the last job that it causes. */
export interface RequestContext {
  /** Travels HTTP → outbox → job → socket. */
  readonly requestId: string;
  /** The acting user; null for visitors and for the system. */
  actorId: string | null;
  /** The `Host` that an HTTP request was sent to. */
  readonly host?: string | undefined;
  /** Milliseconds that one engine command may take; absent if no client waits. */
  readonly timeoutMs?: number;
  /** Frees this request's place while it waits for other work; call the returned function to take it again. */
  readonly pause?: () => () => void;
  /** Counts the request for this user. Throws `RATE_LIMITED` if the user has too much in flight. */
  readonly identify?: (subject: string) => void;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The current context; the system's if no request or job set one. */
export function currentContext(): RequestContext {
  return storage.getStore() ?? { requestId: 'system', actorId: null };
}
