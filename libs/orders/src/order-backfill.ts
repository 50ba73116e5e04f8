import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { Id } from '#libs/contracts';
import { afterId, type ClientSession, type Logger, type Migrations } from '#libs/platform';
import type { Order } from './order.model.js';

/** Migrates the orders of older versions once, in batches, when a worker starts. */
export abstract class OrderBackfill<Field extends keyof Order = keyof Order>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  /** Never rename it, or the migration runs again. */
  protected abstract readonly migration: string;
  /** Orders per batch; other writes wait while its transaction is committed. */
  protected readonly batchSize: number = 500;
  /** The fields that a batch reads; all if empty. */
  protected readonly fields: readonly Field[] = [];
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    protected readonly orders: Model<Order>,
    private readonly migrations: Migrations,
    private readonly logger: Logger,
  ) {}

  /** Migrates one batch inside its transaction. */
  protected abstract migrate(
    session: ClientSession,
    orders: Pick<Order, Field | '_id'>[],
  ): Promise<void>;

  /** Not awaited, because many orders must not delay the worker's start. */
  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) =>
      this.logger.error({ err: error }, `${this.migration} failed; the next start runs it again`),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  run(): Promise<void> {
    return this.migrations.run(
      this.migration,
      (session, after) => this.step(session, after),
      () => this.stopped,
    );
  }

  private async step(session: ClientSession, after: Id | null): Promise<Id | null> {
    const found = await this.orders
      .find(afterId(after), this.fields)
      .sort({ _id: 1 })
      .limit(this.batchSize)
      .session(session)
      .lean<Pick<Order, Field | '_id'>[]>();
    await this.migrate(session, found);
    return found.length < this.batchSize ? null : (found.at(-1)?._id.toString() ?? null);
  }
}
