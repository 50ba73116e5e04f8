import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { DomainEvent } from '#libs/contracts';
import {
  type ClientSession,
  EVENT_HANDLERS_KEY,
  EventProgress,
  PLATFORM_CONFIG,
  type PlatformConfig,
  Transactions,
} from '#libs/platform';
import { HANDLER } from './analytics.processor.js';
import { PROJECTION, type Projection, REBUILD } from './projection.model.js';
import { ProjectionsService } from './projections.service.js';
import { missingFigures, RecountService } from './recount.service.js';
import { type TalliedEvent, Tally, tallyEvent } from './tally.js';

/** Documents per transaction. */
const CHUNK = 500;
/** Milliseconds until an unhandled event counts as failed: the rebuild counts it, and a later retry skips it. */
const LATE_MS = 3_600_000;

/**
 * Corrects the projections from the source documents while the shop runs. Deletes and stops nothing: RecountService
 * computes the differences, which are then added like the changes of events. Addition commutes, so concurrent events
 * may be counted before or after. If a run is killed, the next one corrects the remaining figures.
 */
@Injectable()
export class RebuildService {
  constructor(
    @InjectModel(PROJECTION) private readonly stored: Model<Projection>,
    private readonly projections: ProjectionsService,
    private readonly recount: RecountService,
    private readonly progress: EventProgress,
    private readonly transactions: Transactions,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Whether the figures were counted in the market's time zone. */
  async isCurrent(): Promise<boolean> {
    const timeZone = this.config.MARKET_TIME_ZONE;
    return (await this.stored.exists({ _id: REBUILD, timeZone })) !== null;
  }

  /** Records that the figures were counted in the market's time zone. */
  async setCurrent(): Promise<void> {
    await this.stored.updateOne(
      { _id: REBUILD },
      {
        $set: { timeZone: this.config.MARKET_TIME_ZONE },
        $setOnInsert: { figures: {}, version: 0 },
      },
      { upsert: true },
    );
  }

  /** Returns the number of corrected documents. Throws if another run starts, which then takes over. */
  async run(): Promise<number> {
    const generation = await this.start();
    const count = await this.recount.count();
    for (const event of count.underWay) if (isLate(event)) await this.countNow(event);
    // The documents already include the changes of these events: a later read of one must not count it again.
    for (const id of count.unreadable.keys())
      await this.transactions.run((session) => this.progress.markHandled(session, HANDLER, id));
    const missing = missingFigures(count);
    const entries = [...missing.changes].sort(([a], [b]) => (a < b ? -1 : 1));
    for (let at = 0; at < entries.length; at += CHUNK)
      await this.inGeneration(generation, (session) => {
        const chunk = new Tally();
        for (const [key, figures] of entries.slice(at, at + CHUNK)) {
          chunk.add(key, figures);
          const label = missing.labels.get(key);
          if (label) chunk.labels.set(key, label);
        }
        return this.projections.apply(session, chunk);
      });
    await this.setCurrent();
    return entries.length;
  }

  /** Starts a new generation; from then on an earlier run that is still active can write nothing. */
  private async start(): Promise<number> {
    const rebuild = await this.stored
      .findOneAndUpdate(
        { _id: REBUILD },
        { $inc: { version: 1 }, $set: { figures: {} } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<Projection>();
    if (!rebuild) throw new Error('MongoDB returned no projection');
    return rebuild.version;
  }

  private async inGeneration(
    generation: number,
    work: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    await this.transactions.run(
      async (session) => {
        // A write instead of a read, so that overlapping runs conflict.
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
      await this.projections.apply(session, tallyEvent(event, this.config.MARKET_TIME_ZONE));
    });
  }
}

const isLate = ({ occurredAt }: DomainEvent) => Date.now() - Date.parse(occurredAt) > LATE_MS;
