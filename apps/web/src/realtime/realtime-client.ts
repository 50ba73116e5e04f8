import type { QueryClient } from '@tanstack/react-query';
import {
  DATA_FRESH_MS,
  type DomainEvent,
  HEARTBEAT_MS,
  isLater,
  type Position,
  type QueueDepths,
  REPLAY_MS,
  realtimeTicketSchema,
  type Since,
  watchAckSchema,
} from '#libs/contracts';
import { errorCode, request } from '../lib/api/api';
import { recordServerClock, serverNow } from '../lib/api/server-clock';
import { BoundedMap } from './bounded';
import { type ConnectionState, connecting } from './connection-state';
import { EventQueue } from './event-queue';
import { LiveFigures } from './live-figures';
import { isWatchedKeyRoot } from './live-query';
import { type LiveStore, liveStore } from './live-store';
import type { Effect, LiveTable, Viewer } from './live-table';
import { QueryAges } from './query-ages';
import { Resync, refetchActive } from './resync';
import { type LiveSocket, openSocket } from './socket';
import { type Watched, WatchSet } from './watch-set';

/** Without a socket, active queries are polled at this interval. */
const POLL_MS = 20_000;
/** Longest random delay, in milliseconds, before the refetch after a gap, unless the gateway sends another. */
const SPREAD_MS = 3_000;
/** Timeout, in milliseconds, for a ticket. */
const TICKET_MS = 15_000;
/** Timeout, in milliseconds, for the server to replay missed events. */
const RESUME_MS = 5_000;
/** Heartbeat timeout: a connection without any message for this long, as after a laptop's sleep, is dead. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS;
const SILENCE_CHECK_MS = 5_000;
/** Event ids kept for deduplication: events are delivered at least once. */
const SEEN_IDS_MAX = 5_000;

export interface RealtimeOptions {
  readonly viewer: Viewer;
  readonly queryClient: QueryClient;
  readonly table: LiveTable;
  readonly onEffect: (effect: Effect) => void;
  /** Events were missed, and active queries are refetched. */
  readonly onResync: () => void;
}

/** The live connection of one viewer: socket, store, pause and connection state. */
export class RealtimeClient {
  readonly figures = new LiveFigures();
  readonly #listeners = new Set<() => void>();
  readonly #queue: EventQueue;
  readonly #store: LiveStore;
  readonly #watched = new WatchSet((watched) => this.#sendWatch(watched));
  readonly #ages: QueryAges;
  readonly #resync: Resync;
  #seen = new BoundedMap<string, true>(SEEN_IDS_MAX);
  #socket: LiveSocket | null = null;
  /** The log position up to which this page has received everything, over all its connections. */
  #position: Position | null = null;
  /** Whether this connection has requested the events missed before it. */
  #resumed = false;
  /** Whether this connection has received them, or the page refetches its screen instead. */
  #caughtUp = false;
  #connectedBefore = false;
  /** When the last message arrived, in ms. */
  #receivedAt = 0;
  #depths: QueueDepths | null = null;
  #state: ConnectionState = connecting;

  constructor(private readonly options: RealtimeOptions) {
    this.#store = liveStore(options.queryClient);
    this.#store.begin(options.viewer);
    this.#ages = new QueryAges(options.queryClient);
    this.#resync = new Resync(options.queryClient);
    this.#queue = new EventQueue({
      apply: (events) => this.#apply(events),
      onWaiting: (waiting) => this.#set({ waiting }),
      onOverflow: () => this.#onMissedEvents(0),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ConnectionState => this.#state;

  readonly setPaused = (paused: boolean): void => {
    if (paused === this.#state.paused) return;
    this.#set({ paused });
    this.#queue.setPaused(paused);
    if (!paused && this.#depths) this.#store.put(this.options.table.depths(this.#depths));
  };

  readonly watch = (watched: Watched): (() => void) => this.#watched.add(watched);

  /** Connects, and stays connected until the returned function is called. */
  start(): () => void {
    const stopAges = this.#ages.start();
    const stopFigures = this.figures.start(this.options.queryClient);
    const poll = setInterval(() => this.#poll(), POLL_MS);
    const silence = setInterval(() => this.#closeIfSilent(), SILENCE_CHECK_MS);
    const onNetwork = () => this.#onNetwork();
    window.addEventListener('online', onNetwork);
    window.addEventListener('offline', onNetwork);
    if (!navigator.onLine) this.#set({ state: 'offline' });
    const socket = openSocket(
      {
        ticket: () => this.#ticket(),
        onEvent: (event, position) => this.receive(event, position),
        onPosition: (position) => {
          this.#receivedAt = Date.now();
          this.#advance(position);
        },
        onGap: (spreadMs = SPREAD_MS) => this.#onMissedEvents(Math.random() * spreadMs),
        onDepths: (depths) => {
          this.#depths = depths;
          if (!this.#state.paused) this.#store.put(this.options.table.depths(depths));
        },
        onConnect: () => this.#onConnect(),
        onDisconnect: () => this.#onDisconnect(),
      },
      this.options.table,
    );
    this.#socket = socket;
    return () => {
      stopAges();
      stopFigures();
      this.#resync.stop();
      clearInterval(poll);
      clearInterval(silence);
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      this.#queue.clear();
      // this viewer's entities must not be merged into the next viewer's data
      this.#store.begin(null);
      socket.stop();
      this.#socket = null;
    };
  }

  /** Whether the event at this position is not new: it was missed, or is of a product that came into view later. */
  isReplay(position: Position | undefined): boolean {
    return !this.#caughtUp || (position !== undefined && this.#isBehind(position));
  }

  /** Handles one event. Public for tests, which have no socket. */
  receive(event: DomainEvent, position?: Position): void {
    this.figures.arrived(event, this.isReplay(position));
    const effect = this.options.table.effect(event, this.options.viewer);
    if (effect) this.options.onEffect(effect);
    this.#queue.push(event);
  }

  #apply(events: readonly DomainEvent[]): void {
    const unseen = events.filter(({ id }) => {
      const isNew = !this.#seen.has(id);
      this.#seen.set(id, true);
      return isNew;
    });
    this.figures.apply(unseen, () =>
      this.#store.put(unseen.flatMap((event) => this.options.table.event(event))),
    );
  }

  async #ticket(): Promise<string> {
    try {
      const answer = await request(realtimeTicketSchema, '/realtime/ticket', {
        method: 'POST',
        signal: AbortSignal.timeout(TICKET_MS),
      });
      return answer.ticket;
    } catch (error) {
      // the session has ended: reloading it signs the user out
      if (errorCode(error) === 'TOKEN_INVALID') this.options.onEffect('reload-session');
      throw error;
    }
  }

  #onConnect(): void {
    this.#receivedAt = Date.now();
    this.#resumed = false;
    this.#caughtUp = false;
    this.#watched.resend();
  }

  #onDisconnect(): void {
    this.#resumed = false;
    this.#set({ state: offlineState(), since: this.#state.since ?? new Date(serverNow()) });
  }

  #onNetwork(): void {
    if (this.#state.state !== 'live' || !navigator.onLine) {
      this.#set({ state: offlineState(), since: this.#state.since ?? new Date(serverNow()) });
    }
    // without delay: the heartbeat would time out half a minute later, and the next attempt may be seconds away
    if (!navigator.onLine) this.#socket?.drop();
    else if (this.#socket && !this.#socket.connected) this.#socket.reconnect();
  }

  #closeIfSilent(): void {
    if (!this.#socket?.connected || Date.now() - this.#receivedAt < SILENCE_MS) return;
    this.#socket.drop();
  }

  #advance(position: Position): void {
    // a new event can arrive before the missed ones, which must still be replayed if the connection is lost in between
    if (!this.#caughtUp) return;
    if (this.#isBehind(position)) return;
    this.#position = position;
    this.figures.advanced(position);
  }

  /** Whether this page has already received everything up to this position. */
  #isBehind(position: Position): boolean {
    return this.#position !== null && !isLater(position, this.#position);
  }

  /** Some events will never arrive, so the store may be outdated: clears it and refetches after `delayMs`. */
  #onMissedEvents(delayMs: number): void {
    this.#clear();
    this.figures.gap();
    this.#resync.start(delayMs);
    this.options.onResync();
  }

  /** Empties the queue, the store and the seen ids: an event that arrives again is stored again. */
  #clear(): void {
    this.#queue.clear();
    this.#seen = new BoundedMap(SEEN_IDS_MAX);
    this.#store.clear();
  }

  #poll(): void {
    const { state, paused } = this.#state;
    if (state !== 'reconnecting' || paused || document.hidden) return;
    this.#clear();
    this.#resync.cancelAndRefetch().then(
      () =>
        this.#state.state === 'reconnecting' &&
        this.#set({ since: new Date(serverNow()), polling: true }),
      () => undefined,
    );
  }

  /**
   * Sends which products and farms are on screen and requests missed events: all of them with the first message of a
   * connection, later only those of what this page did not watch before.
   */
  #sendWatch(watched: { productIds: string[]; farmIds: string[] }): void {
    const socket = this.#socket;
    if (!socket?.connected) return;
    const first = !this.#resumed;
    this.#resumed = true;
    const age = first ? this.#ages.oldest() : this.#ages.oldest(isWatchedKeyRoot);
    const since: Since =
      first && this.#position !== null
        ? { position: this.#position }
        : { ms: Math.min(age, first ? REPLAY_MS : DATA_FRESH_MS) };
    const tooOld = first && this.#position === null && age > REPLAY_MS;
    const sentAt = performance.now();
    socket
      .timeout(RESUME_MS)
      .emit('product.watch', { ...watched, since }, (error: Error | null, answer: unknown) => {
        if (!socket.connected) return;
        const ack = error ? null : (watchAckSchema.safeParse(answer).data ?? null);
        if (first) this.#caughtUp = true;
        if (ack) this.#advance(ack.position);
        const serverMs = ack?.serverMs;
        if (serverMs !== undefined) recordServerClock(serverMs, 0, sentAt);
        const complete = ack?.complete === true && !tooOld;
        if (first) this.#onResumed(complete, ack?.spreadMs);
        else if (!complete) this.#refetchWatched();
      });
  }

  #refetchWatched(): void {
    refetchActive(this.options.queryClient, isWatchedKeyRoot).catch(() => this.#onMissedEvents(0));
  }

  #onResumed(complete: boolean, spreadMs = SPREAD_MS): void {
    if (!complete && this.#connectedBefore) this.#onMissedEvents(Math.random() * spreadMs);
    else if (!complete) {
      this.#clear();
      this.#resync.start(0);
    } else if (this.#resync.pending) this.#resync.start(0, false);
    this.#connectedBefore = true;
    this.#set({ state: 'live', since: null, polling: false });
  }

  #set(change: Partial<ConnectionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function offlineState(): 'reconnecting' | 'offline' {
  return navigator.onLine ? 'reconnecting' : 'offline';
}
