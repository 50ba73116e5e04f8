import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { type HeldSlot, type PlaceOrder, toCents, toDollars } from '#libs/contracts';
import { type ClientSession, DomainError, type EventDraft } from '#libs/platform';
import { HoldsService, StockService, type TakenLine } from '#libs/products';
import { CartsService } from './carts.service.js';

/** Takes the goods of an order, at the prices that the customer has seen. */
@Injectable()
export class PurchaseService {
  constructor(
    private readonly stock: StockService,
    private readonly holds: HoldsService,
    private readonly carts: CartsService,
  ) {}

  /**
   * Inside the transaction of an order: takes the goods from the customer's hold, if `holdId` is given, and from the
   * free stock; ends the hold and removes the bought products from the cart. If the hold has already ended, all goods
   * come from the free stock. `held` are the hold's places, which the caller has to take over or free. Throws what {@link StockService.take} throws, `HOLD_NOT_FOUND` and `PRICE_CHANGED` (with
   * `details.lines`: `productId`, `name`, `from`, `to` in dollars).
   */
  async take(
    session: ClientSession,
    customerId: string,
    orderId: Types.ObjectId,
    { items, holdId }: PlaceOrder,
  ): Promise<{ lines: TakenLine[]; held: readonly HeldSlot[]; events: EventDraft[] }> {
    const used = holdId ? await this.holds.use(session, customerId, holdId) : null;
    const { lines, events } = await this.stock.take(
      session,
      orderId,
      items,
      used?.kept ?? undefined,
    );
    const { seen, events: cart } = await this.carts.removeBought(
      session,
      customerId,
      items.map(({ productId }) => productId),
    );
    for (const { productId, price } of used?.hold.lines ?? [])
      seen.set(productId.toString(), price);
    for (const { productId, price } of items)
      if (price !== undefined) seen.set(productId, toCents(price));
    requireSeenPrices(lines, seen);
    return {
      lines,
      held: used?.kept?.slots ?? [],
      events: [...(used?.events ?? []), ...events, ...cart],
    };
  }
}

/** Throws `PRICE_CHANGED` for prices that the customer has not seen; `seen` in cents, by product. */
function requireSeenPrices(lines: readonly TakenLine[], seen: ReadonlyMap<string, number>): void {
  const changed = lines.flatMap(({ product }) => {
    const from = seen.get(product._id.toString());
    return from === undefined || from === product.price
      ? []
      : [
          {
            productId: product._id.toString(),
            name: product.name,
            from: toDollars(from),
            to: toDollars(product.price),
          },
        ];
  });
  if (changed.length > 0)
    throw new DomainError('PRICE_CHANGED', undefined, { details: { lines: changed } });
}
