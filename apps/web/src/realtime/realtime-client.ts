import type { QueryClient } from '@tanstack/react-query';
import {
  BEAT_MS,
  DATA_FRESH_MS,
  type DomainEvent,
  isLater,
  type Position,
  type QueueDepths,
  REPLAY_MS,
  realtimeTicketSchema,
  type Since,
  watchAckSchema,
} from '#libs/contracts';
import { errorCode, request } from '../lib/api';
import { BoundedMap } from './bounded';
import { EventQueue } from './event-queue';
import { isWatchedRoot } from './live-query';
import { type LiveStore, liveStore } from './live-store';
import type { Effect, LiveTable } from './live-table';
import { QueryAges } from './query-ages';
import { fetchScreen, Resync } from './resync';
import { type LiveSocket, openSocket } from './socket';
import type { Viewer } from './viewer';
import { WatchSet } from './watch-set';

export interface ConnectionState {
  readonly state: 'live' | 'reconnecting' | 'offline';
  /** Up to when the screen is known to be true; null while it is live, and before it ever was. */
  readonly since: Date | null;
  /** Whether what is on screen is fetched from time to time, for want of a connection. */
  readonly polling: boolean;
  readonly paused: boolean;
  /** Events that a pause holds back. */
  readonly waiting: number;
}

/** Without a socket for this long, what is on screen is fetched instead, and then at this interval. */
const POLL_MS = 20_000;
/** After a gap that the server announces, pages read their screens at random moments within this time. */
const JITTER_MS = 3_000;
/** Milliseconds that the server may take to replay what was missed. */
const RESUME_MS = 5_000;
/** A connection that brought nothing for this long, not even a position, is dead: as after a laptop's sleep. */
const SILENCE_MS = 2.5 * BEAT_MS;
const SILENCE_CHECK_MS = 5_000;
/** Ids of events that are remembered, because events are delivered at least once. */
const SEEN = 5_000;

const connecting: ConnectionState = {
  state: 'reconnecting',
  since: null,
  polling: false,
  paused: false,
  waiting: 0,
};

export interface RealtimeOptions {
  readonly viewer: Viewer;
  readonly queryClient: QueryClient;
  readonly table: LiveTable;
  readonly onEffect: (effect: Effect) => void;
  /** Events were missed, and so the screen is read again. */
  readonly onResync: () => void;
}

/** The live connection of one viewer: socket, store, pause and state. */
export class RealtimeClient {
  readonly #listeners = new Set<() => void>();
  readonly #queue: EventQueue;
  readonly #store: LiveStore;
  readonly #watched = new WatchSet((productIds) => this.#sendWatch(productIds));
  readonly #ages: QueryAges;
  readonly #resync: Resync;
  #seen = new BoundedMap<string, true>(SEEN);
  #socket: LiveSocket | null = null;
  /** Up to where this page has received everything, over all its connections. */
  #position: Position | null = null;
  /** Whether this connection has asked for what was missed before it. */
  #resumed = false;
  #connectedBefore = false;
  /** When the socket last brought something, in ms. */
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
      onOverflow: () => this.#missed(0),
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

  readonly watch = (ids: readonly string[]): (() => void) => this.#watched.add(ids);

  /** Connects, and stays connected until the returned function is called. */
  start(): () => void {
    const unwatch = this.#ages.watch();
    const poll = setInterval(() => this.#poll(), POLL_MS);
    const silence = setInterval(() => this.#noticeSilence(), SILENCE_CHECK_MS);
    const onNetwork = () => this.#onNetwork();
    window.addEventListener('online', onNetwork);
    window.addEventListener('offline', onNetwork);
    const socket = openSocket({
      ticket: () => this.#ticket(),
      onEvent: (event) => {
        this.#receivedAt = Date.now();
        this.receive(event);
      },
      onPosition: (position) => {
        this.#receivedAt = Date.now();
        this.#advance(position);
      },
      onGap: () => this.#missed(Math.random() * JITTER_MS),
      onDepths: (depths) => {
        this.#depths = depths;
        if (!this.#state.paused) this.#store.put(this.options.table.depths(depths));
      },
      onConnect: () => this.#onConnect(),
      onDisconnect: () => this.#onDisconnect(),
    });
    this.#socket = socket;
    return () => {
      unwatch();
      this.#resync.stop();
      clearInterval(poll);
      clearInterval(silence);
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      this.#queue.clear();
      socket.disconnect();
      this.#socket = null;
    };
  }

  /** Takes one event in; public because a test is a socket too. */
  receive(event: DomainEvent): void {
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
    this.#store.put(unseen.flatMap((event) => this.options.table.event(event)));
  }

  async #ticket(): Promise<string> {
    try {
      const answer = await request(realtimeTicketSchema, '/realtime/ticket', { method: 'POST' });
      return answer.ticket;
    } catch (error) {
      const code = errorCode(error);
      if (code === 'USER_SUSPENDED') this.options.onEffect('sign-out');
      // the session is over, and whoever was signed in here finds that out now
      if (code === 'TOKEN_INVALID') this.options.onEffect('reload-session');
      throw error;
    }
  }

  #onConnect(): void {
    this.#receivedAt = Date.now();
    this.#resumed = false;
    this.#watched.resend();
  }

  #onDisconnect(): void {
    this.#resumed = false;
    this.#set({ state: offlineState(), since: this.#state.since ?? new Date() });
  }

  #onNetwork(): void {
    if (this.#state.state !== 'live' || !navigator.onLine) {
      this.#set({ state: offlineState(), since: this.#state.since ?? new Date() });
    }
    // the library would notice by its heartbeat, half a minute later, and pause for seconds between its attempts
    if (!navigator.onLine) this.#socket?.io.engine?.close();
    else if (this.#socket && !this.#socket.connected) this.#socket.disconnect().connect();
  }

  #noticeSilence(): void {
    if (!this.#socket?.connected || Date.now() - this.#receivedAt < SILENCE_MS) return;
    this.#socket.io.engine?.close(); // and the library connects again
  }

  #advance(position: Position): void {
    // what is replayed is older than what was sent first
    if (this.#position === null || isLater(position, this.#position)) this.#position = position;
  }

  /** Some events will never arrive: what is known may be overtaken, and the screen is read again after `delayMs`. */
  #missed(delayMs: number): void {
    this.#clear();
    this.#resync.start(delayMs);
    this.options.onResync();
  }

  /** Drops what is known and queued; what events bring from now on is remembered. */
  #clear(): void {
    this.#queue.clear();
    this.#seen = new BoundedMap(SEEN);
    this.#store.clear();
  }

  #poll(): void {
    const { state, paused } = this.#state;
    if (state !== 'reconnecting' || paused || document.hidden) return;
    this.#clear();
    this.#resync.readAnew().then(
      () => this.#state.state === 'reconnecting' && this.#set({ since: new Date(), polling: true }),
      () => undefined,
    );
  }

  /**
   * Sends which products are on screen and asks for what was missed: everything with the first message of a
   * connection, later the events of products that nobody here watched before.
   */
  #sendWatch(productIds: string[]): void {
    const socket = this.#socket;
    if (!socket?.connected) return;
    const first = !this.#resumed;
    this.#resumed = true;
    const age = first ? this.#ages.oldest() : this.#ages.oldest(isWatchedRoot);
    const since: Since =
      first && this.#position !== null
        ? { position: this.#position }
        : { ms: Math.min(age, first ? REPLAY_MS : DATA_FRESH_MS) };
    const tooOld = first && this.#position === null && age > REPLAY_MS;
    socket
      .timeout(RESUME_MS)
      .emit('product.watch', { productIds, since }, (error: Error | null, answer: unknown) => {
        if (!socket.connected) return;
        const ack = error ? null : (watchAckSchema.safeParse(answer).data ?? null);
        if (ack) this.#advance(ack.position);
        const complete = ack?.complete === true && !tooOld;
        if (first) this.#onResumed(complete);
        else if (!complete) this.#rereadProducts();
      });
  }

  #rereadProducts(): void {
    fetchScreen(this.options.queryClient, isWatchedRoot).catch(() => this.#missed(0));
  }

  #onResumed(complete: boolean): void {
    if (!complete && this.#connectedBefore) this.#missed(Math.random() * JITTER_MS);
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
