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
import { errorCode, isRefusal, request } from '../lib/api';
import { type CacheRoot, cacheRoots } from './cache';
import { type Effect, effectOf } from './effects';
import { EventQueue } from './event-queue';
import type { Viewer } from './facts';
import { LiveCache } from './live-cache';
import { QueryAges } from './query-ages';
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
/** Milliseconds after which a screen that could not be read anew is read once more. */
const AGAIN_MS = 3_000;
/** Milliseconds that the server may take to tell again what was missed. */
const CATCH_UP_MS = 5_000;
/** A line that brought nothing for so long, not even a beat, is dead: as after a laptop's sleep. */
const SILENCE_MS = 2.5 * BEAT_MS;
const LISTEN_MS = 5_000;
/** The data that change with the products on screen. */
const productRoots = ['products', 'own-products', 'all-products', 'cart'] as const;

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
  readonly #ages: QueryAges;
  #socket: LiveSocket | null = null;
  /** Up to where this page knows what happened, over all its connections. */
  #position: Position | null = null;
  /** Whether this connection has been told what was missed before it. */
  #caughtUp = false;
  #connectedBefore = false;
  /** Something was missed and the screen has not been read anew since. */
  #gap = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** How often the screen was read anew because of a gap. */
  #round = 0;
  #heardAt = 0;
  #depths: QueueDepths | null = null;
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
    this.#ages = new QueryAges(options.queryClient);
    this.#queue = new EventQueue({
      apply: (events) => this.#cache.apply(events),
      onWaiting: (waiting) => this.#set({ waiting }),
      onOverflow: () => this.#missed(),
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
    if (!paused && this.#depths) this.#cache.takeDepths(this.#depths);
  };

  readonly watch = (ids: readonly string[]): (() => void) => this.#watched.add(ids);

  /** Connects, and stays connected until the returned function is called. */
  start(): () => void {
    const ends = [this.#cache.watchAnswers(), this.#ages.watch()];
    const poll = setInterval(() => this.#poll(), POLL_MS);
    const listen = setInterval(() => this.#noticeSilence(), LISTEN_MS);
    const onNetwork = () => this.#onNetwork();
    window.addEventListener('online', onNetwork);
    window.addEventListener('offline', onNetwork);
    const socket = openSocket({
      ticket: () => this.#ticket(),
      onEvent: (event) => {
        this.#heardAt = Date.now();
        this.receive(event);
      },
      onPosition: (position) => {
        this.#heardAt = Date.now();
        this.#advance(position);
      },
      onGap: () => this.#missed(),
      onDepths: (depths) => {
        this.#depths = depths;
        if (!this.#state.paused) this.#cache.takeDepths(depths);
      },
      onConnect: () => this.#onConnect(),
      onDisconnect: () => this.#onDisconnect(),
    });
    this.#socket = socket;
    return () => {
      for (const end of ends) end();
      clearTimeout(this.#again);
      clearInterval(poll);
      clearInterval(listen);
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      this.#queue.clear();
      socket.disconnect();
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
      const code = errorCode(error);
      if (code === 'USER_SUSPENDED') this.options.onEffect('sign-out');
      // the session is over, and whoever was signed in here finds that out now
      if (code === 'TOKEN_INVALID') this.options.onEffect('reload-session');
      throw error;
    }
  }

  #onConnect(): void {
    this.#heardAt = Date.now();
    this.#caughtUp = false;
    this.#watched.resend();
  }

  #onDisconnect(): void {
    this.#caughtUp = false;
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
    if (!this.#socket?.connected || Date.now() - this.#heardAt < SILENCE_MS) return;
    this.#socket.io.engine?.close(); // and the library connects again
  }

  #advance(position: Position): void {
    // what is told again is older than what is told first
    if (this.#position === null || isLater(position, this.#position)) this.#position = position;
  }

  #missed(): void {
    this.#closeGap(true);
    this.options.onResync();
  }

  /**
   * Reads the screen, and again until it is answered: no event will say what this page has missed. Only what was heard
   * before it was `missed` is forgotten: the gateway counts on a page to know what it was told since.
   */
  #closeGap(missed: boolean): void {
    clearTimeout(this.#again);
    this.#gap = true;
    this.#round += 1;
    const round = this.#round;
    (missed ? this.#readAnew() : this.#fetchScreen()).then(
      () => {
        // a later round has taken the place of what this one asked for
        if (round === this.#round) this.#gap = false;
      },
      () => {
        if (round !== this.#round || !this.#socket) return;
        // not all pages at the same moment
        this.#again = setTimeout(() => this.#closeGap(false), AGAIN_MS * (1 + Math.random()));
      },
    );
  }

  #poll(): void {
    const { state, paused } = this.#state;
    if (state !== 'reconnecting' || paused || document.hidden) return;
    this.#readAnew().then(
      () => this.#state.state === 'reconnecting' && this.#set({ since: new Date(), polling: true }),
      () => undefined,
    );
  }

  /**
   * Begins anew, as a page that has just been opened: all that is known of before may have been overtaken by what was
   * missed, and what is read from now on knows of both.
   */
  async #readAnew(): Promise<void> {
    this.#queue.clear();
    this.#cache.forget();
    // A first answer may still be on its way from before; the others are asked for again anyway.
    await this.options.queryClient.cancelQueries({
      type: 'active',
      predicate: ({ queryKey, state }) =>
        state.data === undefined && cacheRoots.some((root) => root === queryKey[0]),
    });
    await this.#fetchScreen();
  }

  /** Fetches what is on screen, in one pass; the rest counts as old until its next visit. Rejects if something got no answer. */
  async #fetchScreen(roots: readonly CacheRoot[] = cacheRoots): Promise<void> {
    const { queryClient } = this.options;
    await Promise.all(
      roots.map((root) =>
        queryClient.invalidateQueries({ queryKey: [root], refetchType: 'active' }),
      ),
    );
    const isUnanswered = ({ error }: { error: unknown }) => error !== null && !isRefusal(error);
    const cache = queryClient.getQueryCache();
    for (const root of roots)
      if (
        cache.findAll({ queryKey: [root], type: 'active' }).some((one) => isUnanswered(one.state))
      )
        throw new Error(`${root} could not be read`);
  }

  /**
   * Says which products are on screen and asks for what was missed: all of it with the first message of a
   * connection, and later what was told of products that nobody here watched.
   */
  #sendWatch(productIds: string[]): void {
    const socket = this.#socket;
    if (!socket?.connected) return;
    const first = !this.#caughtUp;
    this.#caughtUp = true;
    const age = first ? this.#ages.oldest() : this.#ages.oldest(productRoots);
    const since: Since =
      first && this.#position !== null
        ? { position: this.#position }
        : { ms: Math.min(age, first ? REPLAY_MS : DATA_FRESH_MS) };
    const tooOld = first && this.#position === null && age > REPLAY_MS;
    socket
      .timeout(CATCH_UP_MS)
      .emit('product.watch', { productIds, since }, (error: Error | null, answer: unknown) => {
        if (!socket.connected) return;
        const told = error ? null : (watchAckSchema.safeParse(answer).data ?? null);
        if (told) this.#advance(told.position);
        const complete = told?.complete === true && !tooOld;
        if (first) this.#onCaughtUp(complete);
        else if (!complete) this.#fetchScreen(productRoots).catch(() => this.#missed());
      });
  }

  #onCaughtUp(complete: boolean): void {
    if (!complete && this.#connectedBefore) this.#missed();
    else if (!complete || this.#gap) this.#closeGap(!complete);
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
