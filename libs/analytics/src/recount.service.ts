import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Compared, DomainEvent, Recount } from '#libs/contracts';
import { type ClientSession, CountedSources, EventProgress, Transactions } from '#libs/platform';
import { CONSUMER } from './analytics.processor.js';
import { PROJECTION, type Projection, REBUILD } from './projection.model.js';
import {
  partsOf,
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
    const all = compare(projected, counted);
    const differences = all.filter(({ projected, counted }) => projected !== counted);
    return {
      at,
      matches: differences.length === 0,
      underWay: underWay.length,
      compared: all.length,
      figures: all.filter(({ figure }) => STATISTICS.includes(figure.split('.')[0] ?? '')),
      differences: differences.slice(0, MOST_DIFFERENCES),
      differing: differences.length,
    };
  }

  /**
   * Reads everything in one snapshot. A thing and its event are one commit, and so are an event's mark and
   * its effect; therefore the projections and the events without a mark add up to the things, exactly and at
   * any moment, and what differs is a fault.
   */
  count(): Promise<Count> {
    return this.transactions.run((session) => this.read(session), ['analytics:recount']);
  }

  private async read(session: ClientSession): Promise<Count> {
    const projected = new Tally();
    const stored = this.projections.find().session(session).lean<Projection[]>().cursor();
    for await (const { _id, figures, label } of stored as AsyncIterable<Projection>) {
      if (_id !== REBUILD) projected.add(_id, figures);
      if (label) projected.labels.set(_id, label);
    }
    const underWay = (await this.progress.underWay(
      session,
      CONSUMER,
      talliedEvents,
    )) as DomainEvent<TalliedEvent>[];
    const pending = new Tally();
    for (const event of underWay) pending.addAll(tallyEvent(event));
    projected.addAll(withBuyers(pending, (key) => projected.get(key, 'orders')));
    return { projected: projected.pruned(), counted: await this.truth(session), underWay };
  }

  private async truth(session: ClientSession): Promise<Tally> {
    const counted = new Tally();
    for await (const user of this.sources.rows('users', session)) tallyUser(counted, user);
    for await (const product of this.sources.rows('products', session))
      tallyProduct(counted, product);
    for await (const order of this.sources.rows('orders', session)) tallyOrder(counted, order);
    return withBuyers(counted, () => 0);
  }
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
