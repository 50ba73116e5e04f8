import type { QueryClient } from '@tanstack/react-query';
import { type DomainEvent, realtimeTicketSchema } from '#libs/contracts';
import { errorCode, request } from '../lib/api';
import { cacheRoots } from './cache';
import { type Effect, effectOf } from './effects';
import { EventQueue } from './event-queue';
import type { Viewer } from './facts';
import { LiveCache } from './live-cache';
import { type LiveSocket, openSocket } from './socket';
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
/** Data this much older than the first connection may have missed a change. */
const FIRST_GAP_MS = 3_000;

export interface RealtimeOptions {
  readonly viewer: Viewer;
  readonly queryClient: QueryClient;
  readonly onEffect: (effect: Effect) => void;
  /** The screen was read anew because events were missed. */
  readonly onResync: () => void;
}

/** The live connection of one viewer: socket, caches, pause and state. */
export class RealtimeClient {
  readonly #listeners = new Set<() => void>();
  readonly #queue: EventQueue;
  readonly #cache: LiveCache;
  readonly #watched = new WatchSet((productIds) => this.#sendWatch(productIds));
  #socket: LiveSocket | null = null;
  #connectedBefore = false;
  #state: ConnectionState;

  constructor(private readonly options: RealtimeOptions) {
    this.#state = {
      state: 'reconnecting',
      since: null,
      polling: false,
      paused: false,
      waiting: 0,
    };
    this.#cache = new LiveCache(options.queryClient, options.viewer);
    this.#queue = new EventQueue({
      apply: (events) => this.#cache.apply(events),
      onWaiting: (waiting) => this.#set({ waiting }),
      onOverflow: () => this.#resync(),
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
  };

  readonly watch = (ids: readonly string[]): (() => void) => this.#watched.add(ids);

  /** Connects, and stays connected until the returned function is called. */
  start(): () => void {
    let stopped = false;
    const unwatch = this.#cache.watchAnswers();
    const poll = setInterval(() => this.#poll(), POLL_MS);
    const onNetwork = () => this.#onNetwork();
    window.addEventListener('online', onNetwork);
    window.addEventListener('offline', onNetwork);
    openSocket({
      ticket: () => this.#ticket(),
      onEvent: (event) => this.receive(event),
      onConnect: (recovered) => this.#onConnect(recovered),
      onDisconnect: () => this.#onDisconnect(),
    }).then(
      (socket) => {
        if (stopped) socket.disconnect();
        else this.#socket = socket;
      },
      () => undefined, // the library could not be loaded: polling carries the page
    );
    return () => {
      stopped = true;
      unwatch();
      clearInterval(poll);
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      this.#queue.clear();
      this.#socket?.disconnect();
      this.#socket = null;
    };
  }

  /** Takes one event in; public because a test is a socket too. */
  receive(event: DomainEvent): void {
    const effect = effectOf(event, this.options.viewer);
    if (effect) this.options.onEffect(effect);
    this.#queue.push(event);
  }

  async #ticket(): Promise<string> {
    try {
      const answer = await request(realtimeTicketSchema, '/realtime/ticket', { method: 'POST' });
      return answer.ticket;
    } catch (error) {
      if (errorCode(error) === 'USER_SUSPENDED') this.options.onEffect('sign-out');
      throw error;
    }
  }

  #onConnect(recovered: boolean): void {
    this.#watched.resend();
    if (this.#connectedBefore) {
      if (!recovered) this.#resync();
    } else if (this.#screenIsOlderThan(Date.now() - FIRST_GAP_MS)) {
      this.#fetchScreen().catch(() => undefined); // each screen shows its own failure
    }
    this.#connectedBefore = true;
    this.#set({ state: 'live', since: null, polling: false });
  }

  #onDisconnect(): void {
    this.#set({ state: offlineState(), since: this.#state.since ?? new Date() });
  }

  #onNetwork(): void {
    if (this.#state.state !== 'live' || !navigator.onLine) {
      this.#set({ state: offlineState(), since: this.#state.since ?? new Date() });
    }
    // the library would notice by its heartbeat, half a minute later
    if (!navigator.onLine) this.#socket?.io.engine?.close();
    else if (this.#socket && !this.#socket.connected) this.#socket.connect();
  }

  #resync(): void {
    this.#fetchScreen().catch(() => undefined); // each screen shows its own failure
    this.options.onResync();
  }

  #poll(): void {
    const { state, paused } = this.#state;
    if (state !== 'reconnecting' || paused || document.hidden) return;
    this.#fetchScreen().then(
      () => this.#state.state === 'reconnecting' && this.#set({ since: new Date(), polling: true }),
      () => undefined,
    );
  }

  /** Fetches what is on screen, in one pass; the rest counts as old until its next visit. */
  async #fetchScreen(): Promise<void> {
    const { queryClient } = this.options;
    await Promise.all(
      cacheRoots.map((root) =>
        queryClient.invalidateQueries(
          { queryKey: [root], refetchType: 'active' },
          { throwOnError: true },
        ),
      ),
    );
  }

  #screenIsOlderThan(moment: number): boolean {
    return cacheRoots.some((root) =>
      this.options.queryClient
        .getQueryCache()
        .findAll({ queryKey: [root], type: 'active' })
        .some(({ state }) => state.dataUpdatedAt > 0 && state.dataUpdatedAt < moment),
    );
  }

  #sendWatch(productIds: string[]): void {
    if (this.#socket?.connected) {
      this.#socket.emit('product.watch', { productIds }, () => undefined);
    }
  }

  #set(change: Partial<ConnectionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function offlineState(): 'reconnecting' | 'offline' {
  return navigator.onLine ? 'reconnecting' : 'offline';
}
