import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DomainEvent } from '#libs/contracts';
import { FarmsService, holidayOf } from '#libs/farms';
import { type ClientSession, OnEvent, Outbox } from '#libs/platform';
import { PRODUCT, type Product } from './product.model.js';
import { stockChanged } from './stock-events.js';

/** Keeps what products copy from their farm, and whether they may be sold, as the farm is now. */
@Injectable()
export class ProductsProcessor {
  constructor(
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly farms: FarmsService,
    private readonly outbox: Outbox,
  ) {}

  @OnEvent('farm.changed')
  async followFarm(
    { payload }: DomainEvent<'farm.changed'>,
    session: ClientSession,
  ): Promise<void> {
    await this.follow(payload.farm._id, session);
  }

  /** A farmer who is suspended or inactive sells nothing, and sells again once active. */
  @OnEvent('user.status-changed')
  async followFarmer(
    { payload: { user } }: DomainEvent<'user.status-changed'>,
    session: ClientSession,
  ): Promise<void> {
    if (user.farmId) await this.follow(user.farmId, session);
  }

  /** Looks at the farm instead of the event, so that events in any order end in the same. */
  private async follow(farmId: string, session: ClientSession): Promise<void> {
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
    // Only where it differs: a product that is being bought must not be written for nothing.
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
