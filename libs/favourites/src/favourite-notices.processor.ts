import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { CUSTOMERS_PER_EVENT, type DomainEvent, type FavouriteUpdate } from '#libs/contracts';
import { type ClientSession, draft, type EventDraft, OnEvent, Outbox } from '#libs/platform';
import { isBuyable, type Product, ProductsService } from '#libs/products';
import { FAVOURITE_BOOK, type FavouriteBook } from './favourite-book.model.js';

/** Milliseconds for which a harvest counts as just picked, as in the shop's rail of that name. */
const FRESH_MS = 86_400_000;

/**
 * Finds the customers who marked a product or its farm, and publishes them to the inboxes in batches: a thousand
 * customers are twenty events, so that no transaction writes a thousand inboxes.
 */
@Injectable()
export class FavouriteNoticesProcessor {
  constructor(
    @InjectModel(FAVOURITE_BOOK) private readonly books: Model<FavouriteBook>,
    private readonly products: ProductsService,
    private readonly outbox: Outbox,
  ) {}

  @OnEvent('product.restocked')
  async announceRestock(
    { payload, occurredAt }: DomainEvent<'product.restocked'>,
    session: ClientSession,
  ): Promise<void> {
    const product = await this.buyable(payload.productId, session);
    if (!product) return;
    const fans = await this.fans({ 'products._id': product._id }, session);
    await this.outbox.add(
      session,
      ...noticesOf('restocked', 'products', product, fans, occurredAt),
    );
  }

  @OnEvent('product.harvested')
  async announceHarvest(
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
      ...noticesOf('picked', 'products', product, fans, occurredAt),
      ...noticesOf('picked', 'farms', product, ofFarm, occurredAt),
    );
  }

  /** The product's current state if it can be bought now, otherwise null. */
  private async buyable(id: string, session: ClientSession): Promise<Product | null> {
    const product = await this.products.find(session, id);
    return product && isBuyable(product) ? product : null;
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

/** The `favourites.news` events for these customers, at most `CUSTOMERS_PER_EVENT` in each. */
function noticesOf(
  kind: FavouriteUpdate['news'],
  marked: FavouriteUpdate['marked'],
  { _id, name, farm, version }: Product,
  fans: readonly string[],
  occurredAt: string,
): EventDraft[] {
  const batches = Math.ceil(fans.length / CUSTOMERS_PER_EVENT);
  return Array.from({ length: batches }, (_, batch) =>
    draft(
      'favourites.news',
      { id: `fans:${_id.toString()}`, version },
      {
        news: kind,
        marked,
        customerIds: fans.slice(batch * CUSTOMERS_PER_EVENT, (batch + 1) * CUSTOMERS_PER_EVENT),
        productId: _id.toString(),
        productName: name,
        farmId: farm._id.toString(),
        farmName: farm.name,
        day: occurredAt.slice(0, 10),
      },
    ),
  );
}
