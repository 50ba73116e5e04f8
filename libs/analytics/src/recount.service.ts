import { Injectable } from '@nestjs/common';
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
  Transactions,
} from '#libs/platform';
import { HANDLER } from './analytics.processor.js';
import { PROJECTION, type Projection, REBUILD } from './projection.model.js';
import {
  partsOf,
  subjectOf,
  type TalliedEvent,
  Tally,
  talliedEvents,
  tallyEvent,
  tallyOrder,
  tallyProduct,
  tallyUser,
  withBuyers,
} from './tally.js';

/** Differences that one answer lists at the most. */
const MOST_DIFFERENCES = 100;
/** Things that one look counts, so that no look lasts as long as a transaction may (a minute). */
const LOOK = 5_000;
/** Milliseconds after which an event that is not counted is a fault. */
const OVERDUE_MS = 120_000;
const STATISTICS = ['users', 'orders', 'products'];

/** Everything as one moment has it. */
export interface Count {
  /** What the projections will say once the events that are under way are in them. */
  readonly projected: Tally;
  /** What the things themselves add up to. */
  readonly counted: Tally;
  readonly underWay: readonly DomainEvent<TalliedEvent>[];
}

/** Counts what the projections know by heart, from the things themselves. */
@Injectable()
export class RecountService {
  /** {@link LOOK}; tests make it small. */
  look = LOOK;

  constructor(
    @InjectModel(PROJECTION) private readonly projections: Model<Projection>,
    private readonly sources: CountedSources,
    private readonly progress: EventProgress,
    private readonly transactions: Transactions,
  ) {}

  /** Every running figure beside the true one; right also while the shop is busy. */
  async run(): Promise<Recount> {
    const at = new Date().toISOString();
    const { projected, counted, underWay } = await this.count();
    const overdue = underWay.filter(
      ({ occurredAt }) => Date.parse(occurredAt) < Date.now() - OVERDUE_MS,
    );
    const all = compare(projected, counted);
    const differences = all.filter(({ projected, counted }) => projected !== counted);
    return {
      at,
      matches: differences.length === 0 && overdue.length === 0,
      underWay: underWay.length,
      overdue: overdue.length,
      compared: all.length,
      figures: all.filter(({ figure }) => STATISTICS.includes(figure.split('.')[0] ?? '')),
      differences: differences.slice(0, MOST_DIFFERENCES),
      differing: differences.length,
    };
  }

  /**
   * A thing and its event are one commit, and so are an event's mark and its effect; therefore the projections and
   * the events without a mark add up to the things, exactly and at any moment, and what differs is a fault.
   *
   * The things are too many for one snapshot. So each look at some of them takes away what the events since a line
   * have changed of them: all looks together say what there was at the line. The last look adds those events
   * again, and reads the projections and the marks in the same snapshot.
   */
  async count(): Promise<Count> {
    const line = this.progress.settled();
    const known = new Map<string, DomainEvent>();
    const counted = new Tally();
    for (const subject of ['users', 'products', 'orders'] as const)
      await this.countAtLine(subject, counted, line, known);
    return this.transactions.run((session) => {
      const all = new Tally();
      all.addAll(counted);
      return this.lastLook(session, { line, known, counted: all });
    }, LANE);
  }

  private async countAtLine(
    subject: CountedSubject,
    counted: Tally,
    line: Types.ObjectId,
    known: Map<string, DomainEvent>,
  ): Promise<void> {
    let slice: CountedSlice | null = { after: null, limit: this.look };
    while (slice) {
      const current: CountedSlice = slice;
      const { seen, last }: Look = await this.transactions.run(
        (session) => this.lookAt(session, subject, current, line, known),
        LANE,
      );
      counted.addAll(seen);
      slice = last === null ? null : { after: last, limit: this.look };
    }
  }

  private async lookAt<Subject extends CountedSubject>(
    session: ClientSession,
    subject: Subject,
    slice: CountedSlice,
    line: Types.ObjectId,
    known: Map<string, DomainEvent>,
  ): Promise<Look> {
    const seen = new Tally();
    const rows = await this.sources.rows(subject, session, slice);
    for (const row of rows) tallies[subject](seen, row);
    const last = rows.length < slice.limit ? null : (rows.at(-1)?.id ?? null);
    for (const event of await this.progress.since(session, line, talliedEvents, known)) {
      const { aggregateId: id } = event;
      const isHere =
        subjectOf(event) === subject &&
        (slice.after === null || id > slice.after) &&
        (last === null || id <= last);
      if (isHere) seen.addAll(tallyEvent(event as DomainEvent<TalliedEvent>), -1);
    }
    return { seen, last };
  }

  private async lastLook(session: ClientSession, { line, known, counted }: AtLine): Promise<Count> {
    const projected = new Tally();
    const stored = this.projections.find().session(session).lean<Projection[]>().cursor();
    for await (const { _id, figures, label } of stored as AsyncIterable<Projection>) {
      if (_id !== REBUILD) projected.add(_id, figures);
      if (label) projected.labels.set(_id, label);
    }
    const since = await this.progress.since(session, line, talliedEvents, known);
    for (const event of since) counted.addAll(tallyEvent(event as DomainEvent<TalliedEvent>));
    const underWay = (await this.progress.unhandled(
      session,
      HANDLER,
      talliedEvents,
    )) as DomainEvent<TalliedEvent>[];
    const pending = new Tally();
    for (const event of underWay) pending.addAll(tallyEvent(event));
    projected.addAll(withBuyers(pending, (key) => projected.get(key, 'orders')));
    return {
      projected: projected.pruned(),
      counted: withBuyers(counted.pruned(), () => 0),
      underWay,
    };
  }
}

const LANE = ['analytics:recount'];

const tallies: {
  readonly [Name in CountedSubject]: (tally: Tally, row: CountedRow<Name>) => void;
} = { users: tallyUser, products: tallyProduct, orders: tallyOrder };

interface Look {
  readonly seen: Tally;
  /** The id behind which the next look begins; null after the last one. */
  readonly last: Id | null;
}

/** What there was at the line, with what is needed to bring it up to now. */
interface AtLine {
  readonly line: Types.ObjectId;
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

/** What is missing from the projections; who is a buyer follows from the buyers' own figures. */
export function missing({ projected, counted }: Count): Tally {
  const tally = new Tally();
  tally.addAll(counted);
  tally.addAll(projected, -1);
  for (const [key, figures] of tally.changes)
    if (partsOf(key)?.kind === '') {
      delete figures.buyers;
      delete figures.repeatBuyers;
    }
  for (const [key, label] of counted.labels) tally.labels.set(key, label);
  return tally.pruned();
}
