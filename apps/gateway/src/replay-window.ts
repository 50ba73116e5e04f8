import { LRUCache } from 'lru-cache';
import { type DomainEvent, type Position, REPLAY_MS, type Room, type Since } from '#libs/contracts';
import { compareEntryIds, type EntryId, type OpenedLog } from '#libs/platform';

/** Maximum number of events, and of their bytes, that a gateway keeps to replay. */
export const WINDOW_MAX = 20_000;
const BYTES_MAX = 64 * 1024 * 1024;
/** The share removed at once, so that removals are rare. */
const REMOVED = 0.1;
/** Milliseconds added to the age that a page sends, because clocks differ slightly. */
const SLACK_MS = 1_000;
/** Maximum number of remembered ids, which reveal events that were appended twice. */
const KNOWN_MAX = 100_000;

const BEGIN: EntryId = '0-0';

/** An event of the log and its audience. */
export interface Delivery {
  readonly entryId: EntryId;
  readonly event: DomainEvent;
  readonly rooms: readonly Room[];
  /** Counts this gateway's deliveries: 1 for the first; 0 for an event from before this gateway read the log. */
  readonly sequence: number;
  /** Length of the event as JSON. */
  readonly bytes: number;
}

/** The newest events of the log in memory, and this gateway's position in the log. */
export class ReplayWindow {
  /** Milliseconds by which Redis' clock is ahead of this process' clock. */
  clockAheadMs = 0;
  private kept: Delivery[] = [];
  private bytes = 0;
  /** Everything after this entry is kept. */
  private keptAfter: EntryId = BEGIN;
  private last: EntryId = BEGIN;
  private epoch = '00000000';
  /** The ids of delivered events, including an earlier epoch's, which the relay may append again. */
  private readonly known = new LRUCache<string, true>({ max: KNOWN_MAX });

  /** Starts over with another log. */
  open({ epoch, last, historyFrom, clockAheadMs }: OpenedLog): void {
    this.epoch = epoch;
    this.last = last;
    this.clockAheadMs = clockAheadMs;
    this.kept = [];
    this.bytes = 0;
    this.keptAfter = historyFrom;
  }

  add(delivery: Delivery): void {
    this.known.set(delivery.event.id, true);
    this.kept.push(delivery);
    this.bytes += delivery.bytes;
    if (this.kept.length > WINDOW_MAX || this.bytes > BYTES_MAX) this.trim();
  }

  has(eventId: string): boolean {
    return this.known.has(eventId);
  }

  /** Everything up to this entry has been delivered. */
  advance(entryId: EntryId): void {
    this.last = entryId;
  }

  get position(): Position {
    return `${this.epoch}.${this.last}`;
  }

  positionOf({ entryId }: Delivery): Position {
    return `${this.epoch}.${entryId}`;
  }

  /** The deliveries since then, oldest first; null if some may no longer be in the window. */
  since(since: Since): readonly Delivery[] | null {
    if ('ms' in since) {
      const moment = Date.now() + this.clockAheadMs - Math.min(since.ms, REPLAY_MS) - SLACK_MS;
      return this.after(`${Math.max(0, Math.floor(moment))}-0`);
    }
    const [epoch, entryId] = since.position.split('.');
    return epoch === this.epoch && entryId ? this.after(entryId as EntryId) : null;
  }

  private after(entryId: EntryId): readonly Delivery[] | null {
    if (compareEntryIds(entryId, this.keptAfter) < 0) return null;
    let at = this.kept.length;
    while (at > 0 && compareEntryIds(this.kept[at - 1]?.entryId ?? BEGIN, entryId) > 0) at--;
    return this.kept.slice(at);
  }

  private trim(): void {
    const removed = this.kept.splice(0, Math.ceil(this.kept.length * REMOVED));
    for (const { bytes } of removed) this.bytes -= bytes;
    this.keptAfter = removed.at(-1)?.entryId ?? this.keptAfter;
  }
}
