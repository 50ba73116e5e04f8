import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { type DomainEvent, FANS_PER_EVENT, type FavouriteNews } from '#libs/contracts';
import { type ClientSession, draft, type EventDraft, OnEvent, Outbox } from '#libs/platform';
import { FAVOURITE_BOOK, type FavouriteBook } from './favourite-book.model.js';
import { holidayUntil, isPublic, PRODUCT, type Product, stockLevel } from './product.model.js';

/** Milliseconds for which a harvest is just picked, as it is on the shop's shelf of that name. */
const FRESH_MS = 86_400_000;

/**
 * Finds those who wait for a product, and names them to whoever tells them. A thousand of them are twenty
 * events, so that no inbox waits in one transaction with a thousand others.
 */
@Injectable()
export class FavouriteNewsProcessor {
  constructor(
    @InjectModel(FAVOURITE_BOOK) private readonly books: Model<FavouriteBook>,
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly outbox: Outbox,
  ) {}

  @OnEvent('product.restocked')
  async followRestock(
    { payload, occurredAt }: DomainEvent<'product.restocked'>,
    session: ClientSession,
  ): Promise<void> {
    const product = await this.buyable(payload.productId, session);
    if (!product) return;
    const fans = await this.fans({ 'products._id': product._id }, session);
    await this.outbox.add(session, ...told('restocked', 'products', product, fans, occurredAt));
  }

  @OnEvent('product.harvested')
  async followHarvest(
    { payload, occurredAt }: DomainEvent<'product.harvested'>,
    session: ClientSession,
  ): Promise<void> {
    if (Date.parse(occurredAt) - Date.parse(payload.harvestedAt) >= FRESH_MS) return;
    const product = await this.buyable(payload.productId, session);
    if (!product) return;
    const { _id, farm } = product;
    const fans = await this.fans({ 'products._id': _id }, session);
    const ofFarm = await this.fans(
      { 'farms._id': farm._id, 'products._id': { $ne: _id } },
      session,
    );
    await this.outbox.add(
      session,
      ...told('picked', 'products', product, fans, occurredAt),
      ...told('picked', 'farms', product, ofFarm, occurredAt),
    );
  }

  /** The product as it is now, if it can be bought: what is gone again is no good news. */
  private async buyable(id: string, session: ClientSession): Promise<Product | null> {
    const product = await this.products
      .findById(new Types.ObjectId(id))
      .session(session)
      .lean<Product>();
    const ready =
      product &&
      isPublic(product) &&
      stockLevel(product) !== 'sold_out' &&
      holidayUntil(product) === null;
    return ready ? product : null;
  }

  private async fans(filter: QueryFilter<FavouriteBook>, session: ClientSession) {
    const books = await this.books
      .find(filter)
      .select({ _id: 1 })
      .session(session)
      .lean<Pick<FavouriteBook, '_id'>[]>();
    return books.map(({ _id }) => _id.toString());
  }
}

function told(
  news: FavouriteNews['news'],
  marked: FavouriteNews['marked'],
  { _id, name, farm, version }: Product,
  fans: readonly string[],
  occurredAt: string,
): EventDraft[] {
  const batches = Math.ceil(fans.length / FANS_PER_EVENT);
  return Array.from({ length: batches }, (_, batch) =>
    draft(
      'favourites.news',
      { id: `fans:${_id.toString()}`, version },
      {
        news,
        marked,
        customerIds: fans.slice(batch * FANS_PER_EVENT, (batch + 1) * FANS_PER_EVENT),
        productId: _id.toString(),
        productName: name,
        farmId: farm._id.toString(),
        farmName: farm.name,
        day: occurredAt.slice(0, 10),
      },
    ),
  );
}
