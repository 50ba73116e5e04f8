import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Model, Types } from 'mongoose';
import * as z from 'zod';
import { idSchema, timestampSchema } from '#libs/contracts';
import {
  type ClientSession,
  EventHandlers,
  LOGGER,
  type Logger,
  Migrations,
  OUTBOX,
  type OutboxEntry,
  Queues,
  REDIS,
  Transactions,
} from '#libs/platform';

/** Never rename these: the migrations would run again. */
const ROWS_MIGRATION = 'handlers-on-outbox-rows';
const JOBS_MIGRATION = 'rows-of-earlier-jobs';
/** Jobs per read and rows per transaction; other writes wait for its commit. */
const STEP = 500;

/** Left by those builds: indexes, one of which removes even unhandled rows, and a stream. */
const INDEXES = ['publishedAt_1', 'publishedAt_1__id_1', 'handledAt_1__id_1'];
const KEEP_MS = 7 * 86_400_000;
const STREAM = 'events.told';

/** Handler names recorded by the first builds, by the handler that replaces them: each event had one of them. */
const FIRST_NAMES: Readonly<Record<string, readonly string[] | undefined>> = {
  'AnalyticsProcessor.project': [
    'AnalyticsProcessor.countUser',
    'AnalyticsProcessor.countActiveUsers',
    'AnalyticsProcessor.countOrder',
    'AnalyticsProcessor.adjustRevenue',
    'AnalyticsProcessor.countProduct',
    'AnalyticsProcessor.countStock',
  ],
};

/** An event as a job of those builds holds it. */
const heldEventSchema = z.looseObject({ id: idSchema, occurredAt: timestampSchema });
/** A row without a record of its handlers; today rows have `handled` from the beginning. */
const IS_EARLIER = { handledAt: null, handled: { $exists: false } };

/**
 * Migrates what builds before the event log stored, before anything is handled. They marked handled events in a
 * collection of their own, `processedEvents`, and their jobs hold whole events. Rows without `handled` are not
 * handled, so a failed step causes no second handling; the next start continues.
 */
@Injectable()
export class EarlierEvents implements OnModuleInit {
  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly queues: Queues,
    private readonly handlers: EventHandlers,
    private readonly transactions: Transactions,
    private readonly migrations: Migrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    try {
      await this.clean();
      if (!(await this.migrations.isDone(JOBS_MIGRATION))) await this.moveJobs();
      while ((await this.transactions.run((session) => this.moveMarks(session))) === STEP);
      await this.migrations.run(ROWS_MIGRATION, async () => null);
    } catch (error) {
      this.logger.error(
        { err: error },
        'migrating the events of an earlier build failed; the next start retries',
      );
    }
  }

  /**
   * Removes the rows that those builds would have removed: their marks expire too, and the rows would be handled
   * again.
   */
  private async clean(): Promise<void> {
    if (!(await this.migrations.isDone(ROWS_MIGRATION))) {
      const publishedAt = { $lte: new Date(Date.now() - KEEP_MS) };
      await this.outbox.collection.deleteMany({ handled: { $exists: false }, publishedAt });
    }
    for (const index of INDEXES) await this.outbox.collection.dropIndex(index).catch(() => {}); // not there
  }

  /**
   * Stores the events that exist only in jobs, because their rows have expired, and removes what gateways used to
   * read.
   */
  private async moveJobs(): Promise<void> {
    const events = this.queues.of('domain-events');
    const realtime = new Queue('realtime', { connection: this.redis, skipMetasUpdate: true });
    realtime.on('error', () => {}); // the command that fails reports it
    try {
      for (let at = 0; ; at += STEP) {
        const states = ['waiting', 'active', 'delayed', 'failed'] as const;
        const jobs = await events.getJobs([...states], at, at + STEP - 1, true);
        if (jobs.length === 0) break;
        for (const { data } of jobs) await this.store(heldEventSchema.safeParse(data).data);
      }
      await this.redis.unlink(STREAM);
      await realtime.obliterate({ force: true });
      await this.migrations.run(JOBS_MIGRATION, async () => null);
    } finally {
      await realtime.close();
    }
  }

  private async store(event: z.infer<typeof heldEventSchema> | undefined): Promise<void> {
    if (!event) return;
    const { id, occurredAt, ...rest } = event;
    await this.outbox.collection.updateOne(
      { _id: new Types.ObjectId(id) },
      { $setOnInsert: { ...rest, occurredAt: new Date(occurredAt), handledAt: null } },
      { upsert: true },
    );
  }

  /** Records on rows which handlers marked them; returns the number of rows, at most {@link STEP}. */
  private async moveMarks(session: ClientSession): Promise<number> {
    const rows = await this.outbox
      .find(IS_EARLIER, { name: 1 })
      .sort({ _id: 1 })
      .limit(STEP)
      .session(session)
      .lean<Pick<OutboxEntry, '_id' | 'name'>[]>();
    /** By id of a possible mark: its row and its handler. */
    const possible = new Map<string, { row: (typeof rows)[number]; handler: string }>(
      rows.flatMap((row) =>
        this.handlers
          .namesOf(row.name)
          .flatMap((handler) =>
            [handler, ...(FIRST_NAMES[handler] ?? [])].map(
              (name) => [`${name}:${row._id}`, { row, handler }] as const,
            ),
          ),
      ),
    );
    const marks = await this.outbox.db
      .collection<{ _id: string }>('processedEvents')
      .find({ _id: { $in: [...possible.keys()] } }, { session })
      .toArray();
    const done = new Map(rows.map((row) => [row, new Set<string>()]));
    for (const { _id } of marks) {
      const mark = possible.get(_id);
      if (mark) done.get(mark.row)?.add(mark.handler);
    }
    await this.handlers.record(
      session,
      rows.map((row) => ({ row, done: done.get(row) ?? new Set() })),
    );
    return rows.length;
  }
}
