export interface ConnectionState {
  readonly state: 'live' | 'reconnecting' | 'offline';
  /** Until when the screen was up to date; null while it is live, and before it ever was. */
  readonly since: Date | null;
  /** Whether active queries are polled, because there is no connection. */
  readonly polling: boolean;
  readonly paused: boolean;
  /** Number of events that a pause holds back. */
  readonly waiting: number;
}

/** Before there is a client, too. */
export const connecting: ConnectionState = {
  state: 'reconnecting',
  since: null,
  polling: false,
  paused: false,
  waiting: 0,
};
