export interface ConnectionState {
  readonly state: 'live' | 'reconnecting' | 'offline';
  /** When the screen was last up to date; null while it is live, and before it first was, unless it shows kept data. */
  readonly since: Date | null;
  /** Whether active queries are polled, because there is no connection. */
  readonly polling: boolean;
  readonly paused: boolean;
  /** Number of events that a pause holds back. */
  readonly waiting: number;
}

/** The initial state, also while there is no client. */
export const connecting: ConnectionState = {
  state: 'reconnecting',
  since: null,
  polling: false,
  paused: false,
  waiting: 0,
};
