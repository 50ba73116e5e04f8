import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Id } from '#libs/contracts';
import {
  behindId,
  type ClientSession,
  EARLIER_ROWS,
  EventHandlers,
  LOGGER,
  type Logger,
  Migrations,
  OUTBOX,
  type OutboxEntry,
} from '#libs/platform';

/** Rows of one step: other writes wait while its transaction is committed. */
const STEP = 500;

/**
 * Migration: sets `handledAt` on rows of the build before whose handlers have all left their marks, so that they need
 * not pass through the queue. The other rows are handled like any event.
 */
@Injectable()
export class EarlierRows implements BeforeApplicationShutdown {
  private stopped = false;

  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    private readonly handlers: EventHandlers,
    private readonly migrations: Migrations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopped = true;
  }

  /** Never rejects: remaining rows pass through the queue, and the next start continues. */
  async run(): Promise<void> {
    await this.migrations
      .run(
        EARLIER_ROWS,
        (session, after) => this.step(session, after),
        () => this.stopped,
      )
      .catch((error: unknown) =>
        this.logger.error({ err: error }, `${EARLIER_ROWS} failed; the next start runs it again`),
      );
  }

  private async step(session: ClientSession, after: Id | null): Promise<Id | null> {
    const rows = await this.outbox
      .find({ handledAt: null, handled: { $exists: false }, ...behindId(after) }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(STEP)
      .session(session)
      .lean<Pick<OutboxEntry, '_id'>[]>();
    const ids = rows.map(({ _id }) => _id.toString());
    await this.handlers.adoptEarlier(session, ids);
    return ids.length < STEP ? null : (ids.at(-1) ?? null);
  }
}
