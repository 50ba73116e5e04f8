import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the work at hand, from the HTTP request to the last job that it causes. */
export interface RequestContext {
  /** Travels HTTP → outbox → job → socket. */
  readonly requestId: string;
  /** The user who acts; null for visitors and for the system. */
  actorId: string | null;
  /** For the handler of an event that failed before: there is no further try after this one. */
  readonly isLast?: boolean;
  /** Milliseconds for which somebody waits for one command to an engine; absent where nobody does. */
  readonly patienceMs?: number;
}

const storage = new AsyncLocalStorage<RequestContext>();

let carried = true;

/**
 * From here on this process carries no contexts: {@link runInContext} only runs. For processes that write no change and
 * do little else than to hand news on. While Node carries one it stops at every promise and every write to a socket,
 * and that is a good part of what telling a thousand sockets costs.
 */
export function carryNoContexts(): void {
  carried = false;
}

/** Runs `work` with `context` around it. */
export function runInContext<Result>(context: RequestContext, work: () => Result): Result {
  return carried ? storage.run(context, work) : work();
}

/** The context of the work at hand; the system's own where nobody asked. */
export function currentContext(): RequestContext {
  return storage.getStore() ?? { requestId: 'system', actorId: null };
}
