import { draft, type Outbox, type Transactions } from '#libs/platform';

/**
 * Emits `session.ended`, on which gateways close the session's sockets. Call it before the session is deleted: if the
 * process is killed in between, sockets of a live session close, instead of sockets of a deleted session staying open.
 */
export const announceSessionEnd = (
  transactions: Transactions,
  outbox: Outbox,
  sessionId: string,
): Promise<void> =>
  transactions.run((session) =>
    outbox.add(session, draft('session.ended', { id: sessionId, version: 1 }, { sessionId })),
  );
