import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { Id } from '#libs/contracts';
import { behindId, type ClientSession, type Logger, type Migrations } from '#libs/platform';
import type { Order } from './order.model.js';

/** Brings the orders of older versions up to date, once, in steps, when a worker starts. */
export abstract class OrderBackfill<Field extends keyof Order = keyof Order>
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  /** Never renamed, or it is run again. */
  protected abstract readonly migration: string;
  /** Orders that one step looks at: everybody else's writes wait while its transaction is committed. */
  protected readonly size: number = 500;
  /** The fields that a step needs; all if it is empty. */
  protected readonly fields: readonly Field[] = [];
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    protected readonly orders: Model<Order>,
    private readonly migrations: Migrations,
    private readonly logger: Logger,
  ) {}

  /** Does what one step has to, inside its transaction. */
  protected abstract mend(
    session: ClientSession,
    orders: Pick<Order, Field | '_id'>[],
  ): Promise<void>;

  /** Not awaited: there may be many orders, and the worker has other things to do. */
  onApplicationBootstrap(): void {
    this.running = this.run().catch((error: unknown) =>
      this.logger.error({ err: error }, `${this.migration} waits for the next start`),
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
      .find(behindId(after), this.fields)
      .sort({ _id: 1 })
      .limit(this.size)
      .session(session)
      .lean<Pick<Order, Field | '_id'>[]>();
    await this.mend(session, found);
    return found.length < this.size ? null : (found.at(-1)?._id.toString() ?? null);
  }
}
