import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { Compared, DomainEvent, Id, Recount } from '#libs/contracts';
import {
  type ClientSession,
  type CountedRow,
  type CountedSlice,
  CountedSources,
  type CountedSubject,
  EventProgress,
  PLATFORM_CONFIG,
  type PlatformConfig,
  Transactions,
} from '#libs/platform';
import { HANDLER } from './analytics.processor.js';
import { PROJECTION, type Projection, REBUILD } from './projection.model.js';
import {
  derivedOf,
  isSource,
  subjectOf,
  type TalliedEvent,
  Tally,
  talliedEvents,
  tallyEvent,
  tallyOrder,
  tallyProduct,
  tallyUser,
  withDerived,
} from './tally.js';

/** Maximum number of differences per response. */
const DIFFERENCES_MAX = 100;
/** Documents per transaction, which keeps it well below the lifetime of a transaction (a minute). */
const BATCH_SIZE = 5_000;
/** Milliseconds after which an unhandled event counts as a mismatch. */
const OVERDUE_MS = 120_000;
const STATISTICS = ['users', 'orders', 'products'];

/** Both sides of the comparison in one consistent snapshot. */
export interface Count {
  /** The projections with the unhandled events added. */
  readonly projected: Tally;
  /** The sums over the source documents. */
  readonly counted: Tally;
  readonly underWay: readonly DomainEvent<TalliedEvent>[];
  /** Errors by id of the unhandled events that cannot be parsed; these are not counted. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Compares the projections with counts of the source documents: users, products and orders. */
@Injectable()
export class RecountService {
  /** {@link BATCH_SIZE}; tests lower it. */
  batchSize = BATCH_SIZE;

  constructor(
    @InjectModel(PROJECTION) private readonly projections: Model<Projection>,
    private readonly sources: CountedSources,
    private readonly progress: EventProgress,
    private readonly transactions: Transactions,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Compares every figure with its recounted value; exact even under concurrent writes. */
  async run(): Promise<Recount> {
    const at = new Date().toISOString();
    const { projected, counted, underWay, unreadable } = await this.count();
    const overdue = underWay.filter(
      ({ occurredAt }) => Date.parse(occurredAt) < Date.now() - OVERDUE_MS,
    );
    const all = compare(projected, counted);
    const differences = all.filter(({ projected, counted }) => projected !== counted);
    return {
      at,
      matches: differences.length === 0 && overdue.length === 0,
      underWay: underWay.length,
      unreadable: unreadable.size,
      unreadableIds: [...unreadable.keys()].slice(0, DIFFERENCES_MAX),
      overdue: overdue.length,
      compared: all.length,
      figures: all.filter(({ figure }) => STATISTICS.includes(figure.split('.')[0] ?? '')),
      differences: differences.slice(0, DIFFERENCES_MAX),
      differing: differences.length,
    };
  }

  /**
   * A document and its event are one commit, and so are an event's effect and its mark as handled. Therefore the
   * projections plus the unhandled events always equal the sums over the documents, and a difference is a bug.
   *
   * There are too many documents for one snapshot, so they are counted in batches. Each batch subtracts the changes of
   * its documents since a cutoff, so that all batches together are the state at the cutoff. The last transaction adds
   * these changes again, and reads the projections and the unhandled events in the same snapshot.
   */
  async count(): Promise<Count> {
    const cutoff = this.progress.settled();
    const known = new Map<string, DomainEvent>();
    const counted = new Tally();
    for (const subject of ['users', 'products', 'orders'] as const)
      await this.countAtCutoff(subject, counted, cutoff, known);
    return this.transactions.run((session) => {
      const all = new Tally();
      all.addAll(counted);
      return this.bringUpToDate(session, { cutoff, known, counted: all });
    }, MUTEX_KEYS);
  }

  private async countAtCutoff(
    subject: CountedSubject,
    counted: Tally,
    cutoff: Types.ObjectId,
    known: Map<string, DomainEvent>,
  ): Promise<void> {
    let slice: CountedSlice | null = { after: null, limit: this.batchSize };
    while (slice) {
      const current: CountedSlice = slice;
      const { sums, last }: Batch = await this.transactions.run(
        (session) => this.countBatch(session, subject, current, cutoff, known),
        MUTEX_KEYS,
      );
      counted.addAll(sums);
      slice = last === null ? null : { after: last, limit: this.batchSize };
    }
  }

  private async countBatch<Subject extends CountedSubject>(
    session: ClientSession,
    subject: Subject,
    slice: CountedSlice,
    cutoff: Types.ObjectId,
    known: Map<string, DomainEvent>,
  ): Promise<Batch> {
    const sums = new Tally();
    const rows = await this.sources.rows(subject, session, slice);
    for (const row of rows) tallies[subject](sums, row, this.config.MARKET_TIME_ZONE);
    const last = rows.length < slice.limit ? null : (rows.at(-1)?.id ?? null);
    for (const event of await this.progress.since(session, cutoff, talliedEvents, known)) {
      const { aggregateId: id } = event;
      const isInBatch =
        subjectOf(event) === subject &&
        (slice.after === null || id > slice.after) &&
        (last === null || id <= last);
      if (isInBatch) sums.addAll(this.tally(event), -1);
    }
    return { sums, last };
  }

  private async bringUpToDate(
    session: ClientSession,
    { cutoff, known, counted }: AtCutoff,
  ): Promise<Count> {
    const projected = new Tally();
    const stored = this.projections.find().session(session).lean<Projection[]>().cursor();
    for await (const { _id, figures, label } of stored as AsyncIterable<Projection>) {
      if (_id !== REBUILD) projected.add(_id, figures);
      if (label) projected.labels.set(_id, label);
    }
    const since = await this.progress.since(session, cutoff, talliedEvents, known);
    for (const event of since) counted.addAll(this.tally(event));
    const unhandled = await this.progress.unhandled(session, HANDLER, talliedEvents);
    const underWay = unhandled.events as DomainEvent<TalliedEvent>[];
    const pending = new Tally();
    for (const event of underWay) pending.addAll(this.tally(event));
    projected.addAll(withDerived(pending, (key) => projected.changes.get(key)));
    return {
      projected: projected.pruned(),
      counted: withDerived(counted.pruned(), () => undefined),
      underWay,
      unreadable: unhandled.unreadable,
    };
  }

  private tally(event: DomainEvent): Tally {
    return tallyEvent(event as DomainEvent<TalliedEvent>, this.config.MARKET_TIME_ZONE);
  }
}

/** One batch at a time, even of concurrent recounts. */
const MUTEX_KEYS = ['analytics:recount'];

const tallies: {
  readonly [Name in CountedSubject]: (
    tally: Tally,
    row: CountedRow<Name>,
    timeZone: string,
  ) => void;
} = {
  users: (tally, user) => tallyUser(tally, user),
  products: (tally, product) => tallyProduct(tally, product),
  orders: tallyOrder,
};

interface Batch {
  readonly sums: Tally;
  /** The id after which the next batch starts; null after the last batch. */
  readonly last: Id | null;
}

/** The state at the cutoff, with the data to bring it up to date. */
interface AtCutoff {
  readonly cutoff: Types.ObjectId;
  readonly known: Map<string, DomainEvent>;
  readonly counted: Tally;
}

function compare(projected: Tally, counted: Tally): Compared[] {
  const ids = [...new Set([...projected.changes.keys(), ...counted.changes.keys()])];
  return ids.flatMap((key) => {
    const names = new Set(
      [projected, counted].flatMap(({ changes }) => Object.keys(changes.get(key) ?? {})),
    );
    return [...names].map((name) => ({
      figure: `${key}.${name}`,
      projected: projected.get(key, name),
      counted: counted.get(key, name),
    }));
  });
}

/**
 * The corrections to add to the projections. Derived figures change with their sources' corrections; for them this
 * contains only the error that remains after that.
 */
export function missingFigures({ projected, counted }: Count): Tally {
  const tally = new Tally();
  tally.addAll(counted);
  tally.addAll(projected, -1);
  const sources = new Tally();
  for (const [key, figures] of projected.changes) if (isSource(key)) sources.add(key, figures);
  tally.addAll(derivedOf(counted), -1);
  tally.addAll(derivedOf(withDerived(sources, () => undefined)));
  for (const [key, label] of counted.labels) tally.labels.set(key, label);
  return tally.pruned();
}
