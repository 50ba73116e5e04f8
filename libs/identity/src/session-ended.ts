import { draft, type Outbox, type Transactions } from '#libs/platform';

/**
 * Announces that a session ends, to those who close its sockets. Call it before the session is deleted: a process that
 * is killed in between has ended the sockets of a session that is still there, and not left those of one that is gone.
 */
export const announceSessionEnd = (
  transactions: Transactions,
  outbox: Outbox,
  sessionId: string,
): Promise<void> =>
  transactions.run((session) =>
    outbox.add(session, draft('session.ended', { id: sessionId, version: 1 }, { sessionId })),
  );
