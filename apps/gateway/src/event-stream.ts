import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import {
  audienceOf,
  type DomainEvent,
  type Position,
  parseEvent,
  REPLAY_MS,
  type Room,
  type Since,
} from '#libs/contracts';
import {
  LOGGER,
  type Logger,
  listenToCommits,
  type QueuedEvent,
  REDIS,
  WAITING_REDIS,
} from '#libs/platform';
import { compareIds, NO_ID, type StreamId } from './stream-id.js';

/** The stream's key in Redis: what every gateway tells, in one order. */
const KEY = 'events.told';
/** Events kept for those who missed them, in Redis and in each gateway. */
const KEPT = 20_000;
/** Events that are cut off at once, so that cutting is rare. */
const CUT = 2_000;
const READ_AT_ONCE = 500;
/** Milliseconds that one look at the stream waits for news. */
const BLOCK_MS = 1_000;
/** Milliseconds before a look that failed is tried again. */
const RETRY_MS = 200;
/** Milliseconds added to what a page says of the age of its answers: for clocks that do not agree to the last. */
const SLACK_MS = 1_000;

/** Events that may be told ahead of the stream; the oldest are forgotten first, and told again. */
const AHEAD_MAX = 1_000;

/** An event and whom it concerns. */
export interface Told {
  /** Its place in the stream; of one that is ahead of the stream, the last place before it. */
  readonly id: StreamId;
  readonly event: DomainEvent;
  readonly rooms: readonly Room[];
  /** Which of this gateway's tellings it was: 1 for the first. */
  readonly turn: number;
}

export interface StreamListener {
  /** Every event, once: as soon as its commit tells of it, or else when the stream has it. `position` is the stream's. */
  readonly told: (told: Told, position: Position) => void;
  /** Whether an event must not be told ahead of the stream. */
  readonly waits: (event: DomainEvent) => boolean;
  /** Redis is another one than before: what it had not yet handed out may be gone. */
  readonly gap: () => void;
}

/**
 * The events that all gateways tell, in one order that they share, so that a position in it means the same to each
 * of them. The newest are kept in memory too: a page that was away is told what it missed, by whichever gateway.
 */
@Injectable()
export class EventStream implements BeforeApplicationShutdown {
  private readonly reader: Redis;
  private readonly ears: Redis;
  /** Told already, and not yet read from the stream; by id. */
  private readonly ahead = new Map<string, Told>();
  private turns = 0;
  private kept: Told[] = [];
  /** The events of those: one that is handed over twice is told once. */
  private readonly known = new Set<string>();
  /** Everything that was told after this is kept. */
  private keptAfter: StreamId = NO_ID;
  private last: StreamId = NO_ID;
  /** Which Redis it was that the positions are of: after a restart it is another one. */
  private epoch = '00000000';
  /** What Redis' clock is ahead of this process', in milliseconds. */
  private clockAhead = 0;
  private unsure = true;
  private stopped = false;
  private following: Promise<void> = Promise.resolve();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // A connection that waits for news can do nothing else.
    this.reader = waiting.duplicate();
    this.reader.on('error', () => {});
    this.reader.on('close', () => {
      this.unsure = true;
    });
    this.ears = waiting.duplicate();
    this.ears.on('error', () => {});
  }

  /** Adds events in their order; each gateway hears of them by following. Where it fails, some may be there. */
  async add(events: readonly DomainEvent[]): Promise<void> {
    // Without waiting for each: one connection keeps to their order.
    await Promise.all(
      events.map((event) => {
        const entry = ['event', JSON.stringify(event), 'id', event.id];
        return this.redis.xadd(KEY, 'MAXLEN', '~', KEPT, '*', ...entry);
      }),
    );
  }

  /** Follows the stream until the process ends. */
  follow(listener: StreamListener): void {
    this.following = this.run(listener);
    listenToCommits(this.ears, (events) => this.tellAhead(events, listener)).catch(
      (error: unknown) => this.logger.error({ err: error }, 'commits are not heard of'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.reader.disconnect();
    this.ears.disconnect();
    await this.following;
  }

  /** Up to where this gateway has told the stream. */
  get position(): Position {
    return `${this.epoch}.${this.last}`;
  }

  positionOf({ id }: Told): Position {
    return `${this.epoch}.${id}`;
  }

  /** How many events this gateway has told. */
  get turn(): number {
    return this.turns;
  }

  /** What was told since then, oldest first; null where some of it may not be kept any more. */
  since(since: Since): readonly Told[] | null {
    if ('ms' in since) {
      const moment = Date.now() + this.clockAhead - Math.min(since.ms, REPLAY_MS) - SLACK_MS;
      return this.after(`${Math.max(0, Math.floor(moment))}-0`);
    }
    const [epoch, id] = since.position.split('.');
    return epoch === this.epoch && id ? this.after(id as StreamId) : null;
  }

  /** Asks Redis for its clock, by which the stream counts. */
  async setClock(): Promise<void> {
    const [seconds, micros] = await this.redis.time();
    this.clockAhead = Number(seconds) * 1_000 + Number(micros) / 1_000 - Date.now();
  }

  private after(id: StreamId): readonly Told[] | null {
    if (compareIds(id, this.keptAfter) < 0) return null;
    let at = this.kept.length;
    while (at > 0 && compareIds(this.kept[at - 1]?.id ?? NO_ID, id) > 0) at--;
    return [...this.kept.slice(at), ...this.ahead.values()];
  }

  private async run(listener: StreamListener): Promise<void> {
    while (!this.stopped) {
      try {
        if (this.unsure) await this.look(listener);
        const answer = await this.reader.xread(
          'COUNT',
          READ_AT_ONCE,
          'BLOCK',
          BLOCK_MS,
          'STREAMS',
          KEY,
          this.last,
        );
        for (const [id, fields] of answer?.[0]?.[1] ?? []) {
          const told = this.keep(id as StreamId, fields, this.turns + 1);
          if (!told || this.ahead.delete(told.event.id)) continue;
          this.turns = told.turn;
          listener.told(told, this.position);
        }
      } catch (error) {
        if (this.stopped) return;
        this.logger.error({ err: error }, 'the stream of events could not be read');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Whether it is still the same Redis; another one's stream is read from its beginning. */
  private async look(listener: StreamListener): Promise<void> {
    this.unsure = false;
    const [, runId = ''] = /run_id:([0-9a-f]{8})/.exec(await this.reader.info('server')) ?? [];
    await this.setClock();
    if (runId === this.epoch) return;
    const isFirst = this.last === NO_ID && this.kept.length === 0;
    const entries = (await this.reader.xrevrange(KEY, '+', '-', 'COUNT', KEPT)).reverse();
    this.epoch = runId;
    this.kept = [];
    this.known.clear();
    // Pages begin anew: what they had been told ahead is told again once the stream has it.
    this.ahead.clear();
    this.last = NO_ID;
    // a stream that is shorter than it may be was never cut
    this.keptAfter = entries.length < KEPT ? NO_ID : ((entries[0]?.[0] ?? NO_ID) as StreamId);
    for (const [id, fields] of entries) this.keep(id as StreamId, fields, 0);
    if (!isFirst) listener.gap();
  }

  /** What a commit tells of need not wait until queue and stream have it: they are for those who were not there. */
  private tellAhead(events: readonly QueuedEvent[], listener: StreamListener): void {
    for (const queued of events) {
      // its position would be of another Redis
      if (this.unsure || this.ahead.has(queued.id) || this.known.has(queued.id)) continue;
      try {
        const event = parseEvent(queued);
        if (listener.waits(event)) continue;
        const told = { id: this.last, event, rooms: audienceOf(event), turn: ++this.turns };
        this.ahead.set(event.id, told);
        listener.told(told, this.position);
      } catch (error) {
        this.logger.warn({ err: error, id: queued.id }, 'an event of a commit was not understood');
      }
    }
    for (const id of this.ahead.keys()) {
      if (this.ahead.size <= AHEAD_MAX) return;
      this.ahead.delete(id);
    }
  }

  /** `turn` counts unless it was told ahead. Null for what is kept already, and for what nobody here understands. */
  private keep(
    id: StreamId,
    [, text = '', , eventId = '']: readonly string[],
    turn: number,
  ): Told | null {
    this.last = id;
    try {
      const told = { ...(this.ahead.get(eventId) ?? toTold(text, turn)), id };
      if (this.known.has(told.event.id)) return null;
      this.known.add(told.event.id);
      this.kept.push(told);
      if (this.kept.length >= KEPT + CUT) {
        const cut = this.kept.splice(0, CUT);
        for (const { event } of cut) this.known.delete(event.id);
        this.keptAfter = cut.at(-1)?.id ?? this.keptAfter;
      }
      return told;
    } catch (error) {
      // a newer gateway's event, while versions change: nobody here could read it
      this.logger.warn({ err: error, id }, 'an event on the stream was not understood');
      return null;
    }
  }
}

function toTold(text: string, turn: number): Omit<Told, 'id'> {
  const event = parseEvent(JSON.parse(text));
  return { event, rooms: audienceOf(event), turn };
}
