import { draft, type EventDraft } from '#libs/platform';

/** The event that ends the sockets of a session. */
export const sessionEnded = (sessionId: string): EventDraft<'session.ended'> =>
  draft('session.ended', { id: sessionId, version: 1 }, { sessionId });
