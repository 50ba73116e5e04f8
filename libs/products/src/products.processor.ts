import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DomainEvent, JobPayload } from '#libs/contracts';
import { FarmsService, holidayOf } from '#libs/farms';
import { type ClientSession, OnEvent, OnJob, Outbox } from '#libs/platform';
import { PRODUCT, type Product } from './product.model.js';
import { StockCheckService } from './stock-check.service.js';
import { stockChanged } from './stock-events.js';

/** Updates the farm's fields in its products and whether they may be sold, and checks stock. */
@Injectable()
export class ProductsProcessor {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly farms: FarmsService,
    private readonly outbox: Outbox,
    private readonly checks: StockCheckService,
  ) {}

  @OnEvent('farm.changed')
  async copyFarm({ payload }: DomainEvent<'farm.changed'>, session: ClientSession): Promise<void> {
    await this.update(payload.farm._id, session);
  }

  /** Stops the sale of a suspended or inactive farmer's products, and resumes it once the farmer is active. */
  @OnEvent('user.status-changed')
  async listOrUnlist(
    { payload: { user } }: DomainEvent<'user.status-changed'>,
    session: ClientSession,
  ): Promise<void> {
    if (user.farmId) await this.update(user.farmId, session);
  }

  /** Checks stock against the ledger every hour, and on an admin's request. */
  @OnJob('stock.check')
  async checkStock({ requestedBy }: JobPayload<'stock.check'>): Promise<void> {
    await this.checks.run(requestedBy ?? null);
  }

  /** Reads the farm instead of the event, so that the order of events does not matter. */
  private async update(farmId: string, session: ClientSession): Promise<void> {
    const current = await this.farms.toList(session, new Types.ObjectId(farmId));
    if (!current) return;
    const { farm, maySell: listed } = current;
    const { _id, name, slug, certification } = farm;
    const holidayUntil = holidayOf(farm)?.until ?? null;
    const buyable = { listed, 'farm.holidayUntil': holidayUntil };
    const moved = await this.products
      .find({ 'farm._id': _id, $nor: [buyable] })
      .session(session)
      .lean<Product[]>();
    const copied = { 'farm.name': name, 'farm.slug': slug, 'farm.certification': certification };
    // Only products that differ: a needless write would conflict with an order of the product.
    await this.products.updateMany(
      { 'farm._id': _id, $nor: [copied] },
      { $set: copied },
      { session },
    );
    if (moved.length === 0) return;
    await this.products.updateMany(
      { 'farm._id': _id, $nor: [buyable] },
      { $set: buyable, $inc: { version: 1 } },
      { session },
    );
    const drafts = moved.flatMap((before) =>
      stockChanged(before, {
        ...before,
        listed,
        farm: { ...before.farm, holidayUntil },
        version: before.version + 1,
      }),
    );
    await this.outbox.add(session, ...drafts);
  }
}
