import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { DomainEvent } from '#libs/contracts';
import {
  type ClientSession,
  EVENT_HANDLERS_KEY,
  EventProgress,
  Transactions,
} from '#libs/platform';
import { HANDLER } from './analytics.processor.js';
import { PROJECTION, type Projection, REBUILD } from './projection.model.js';
import { ProjectionsService } from './projections.service.js';
import { missing, RecountService } from './recount.service.js';
import { type TalliedEvent, Tally, tallyEvent, withBuyers } from './tally.js';

/** Documents that one transaction puts right. */
const CHUNK = 500;
/** Farms whose buyers one transaction looks through. */
const FARMS = 20;
/** An event that is still not counted after this long has given up: it is counted here, and not when it is retried. */
const LATE_MS = 3_600_000;

/**
 * Makes the projections what the things themselves say, while the shop runs. Nothing is thrown away and nothing
 * stops: what is missing is worked out by RecountService and then added, as an event adds it.
 * Events that come in meanwhile add theirs, before or after; sums do not mind. Killed at any line it leaves
 * figures that are as right as before or righter, and the next run adds the rest.
 */
@Injectable()
export class RebuildService {
  constructor(
    @InjectModel(PROJECTION) private readonly stored: Model<Projection>,
    private readonly projections: ProjectionsService,
    private readonly recount: RecountService,
    private readonly progress: EventProgress,
    private readonly transactions: Transactions,
  ) {}

  /** Answers how many documents were put right. Throws when another run begins meanwhile and takes over. */
  async run(): Promise<number> {
    const generation = await this.begin();
    const count = await this.recount.count();
    for (const event of count.underWay) if (isLate(event)) await this.countNow(event);
    const wrong = missing(count);
    const entries = [...wrong.changes].sort(([a], [b]) => (a < b ? -1 : 1));
    for (let at = 0; at < entries.length; at += CHUNK)
      await this.inGeneration(generation, (session) => {
        const chunk = new Tally();
        for (const [key, figures] of entries.slice(at, at + CHUNK)) {
          chunk.add(key, figures);
          const label = wrong.labels.get(key);
          if (label) chunk.labels.set(key, label);
        }
        return this.projections.apply(session, chunk);
      });
    return entries.length + (await this.countBuyers(generation));
  }

  /** From here on an earlier run that is still under way can add nothing any more. */
  private async begin(): Promise<number> {
    const begun = await this.stored
      .findOneAndUpdate(
        { _id: REBUILD },
        { $inc: { version: 1 }, $set: { figures: {} } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<Projection>();
    if (!begun) throw new Error('MongoDB returned no projection');
    return begun.version;
  }

  private async inGeneration(
    generation: number,
    work: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    await this.transactions.run(
      async (session) => {
        // Written and not only read, so that two runs that overlap collide here.
        const { matchedCount } = await this.stored.updateOne(
          { _id: REBUILD, version: generation },
          { $inc: { 'figures.steps': 1 } },
          { session },
        );
        if (matchedCount === 0) throw new Error('another rebuild of the projections has begun');
        await work(session);
      },
      [EVENT_HANDLERS_KEY],
    );
  }

  private async countNow(event: DomainEvent<TalliedEvent>): Promise<void> {
    await this.transactions.run(async (session) => {
      if (!(await this.progress.markHandled(session, HANDLER, event.id))) return;
      await this.projections.apply(session, tallyEvent(event));
    });
  }

  /** A farm's buyers follow from the buyers' own figures, which are right by now. */
  private async countBuyers(generation: number): Promise<number> {
    const known = await this.stored.find({ _id: FARM_KEY }, { _id: 1 }).lean<{ _id: string }[]>();
    const farms = known.map(({ _id }) => _id);
    let corrected = 0;
    for (let at = 0; at < farms.length; at += FARMS)
      await this.inGeneration(generation, async (session) => {
        const wrong = new Tally();
        for (const farm of farms.slice(at, at + FARMS)) await this.addMissing(session, farm, wrong);
        corrected += wrong.pruned().changes.size;
        await this.projections.write(session, wrong);
      });
    return corrected;
  }

  /** By how much the buyers of a farm differ from what they are counted as. */
  private async addMissing(session: ClientSession, farm: string, wrong: Tally): Promise<void> {
    const [stored] = [...(await this.projections.byKeys([farm], session)).values()];
    const { buyers: some = 0, repeatBuyers = 0 } = stored?.figures ?? {};
    wrong.add(farm, { buyers: some, repeatBuyers }, -1);
    const buyers = new Tally();
    const all = this.stored
      .find({ _id: { $gte: `${farm}/buyer:`, $lt: `${farm}/buyer;` } })
      .session(session)
      .lean<Projection[]>();
    for await (const { _id, figures } of all.cursor() as AsyncIterable<Projection>)
      buyers.add(_id, figures);
    const counted = withBuyers(buyers, () => 0).changes.get(farm);
    if (counted) wrong.add(farm, counted);
  }
}

/** The key of a farm's own figures, without those of its days, buyers and products. */
const FARM_KEY = /^farm:[0-9a-f]+$/;

const isLate = ({ occurredAt }: DomainEvent) => Date.now() - Date.parse(occurredAt) > LATE_MS;
