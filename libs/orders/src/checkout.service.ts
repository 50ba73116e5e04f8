import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { HoldDto, Id, StartCheckout } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { CardPayments } from '#libs/payments';
import { type ClientSession, Idempotency, Jobs, Outbox, Transactions } from '#libs/platform';
import { type Hold, HoldLimits, HoldsService, toHoldDto } from '#libs/products';
import { CartsService } from './carts.service.js';
import { fulfilmentOf } from './new-order.js';
import { OrderPlaces, requireGoods, slotKeys } from './order-places.service.js';
import { ORDERS_CONFIG, type OrdersConfig } from './orders.config.js';

/** Overdue holds per query of a sweep. */
const SWEEP_BATCH = 100;

/** A customer, and whether the e-mail address is confirmed. */
interface Shopper {
  readonly userId: Id;
  readonly isConfirmed: boolean;
}

/** Holds the goods of a cart, and places in slots, for its customer during the checkout, for a limited time. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly holds: HoldsService,
    private readonly limits: HoldLimits,
    private readonly carts: CartsService,
    private readonly farms: FarmsService,
    private readonly places: OrderPlaces,
    private readonly cards: CardPayments,
    private readonly idempotency: Idempotency,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  /**
   * Holds everything in the cart or nothing, and replaces the customer's earlier hold. A repeated request with the same
   * `key` returns the same hold. Throws `VERSION_CONFLICT` (with `details.version`) if the cart has changed,
   * `CART_EMPTY`, `PRICE_CHANGED` (with `details.lines`) for a price that the customer has not seen,
   * `HOLD_LIMIT_REACHED`, `FULFILMENT_NOT_OFFERED`, and what `StockService.take` and {@link OrderPlaces.take} throw.
   */
  async start(
    { userId: customerId, isConfirmed }: Shopper,
    key: string,
    body: StartCheckout,
  ): Promise<HoldDto> {
    const products = await this.carts.productIds(customerId);
    const hold = await this.idempotency.once(
      { userId: customerId, key, request: { checkout: body } },
      {
        keys: [...products.map((id) => `product:${id}`), ...slotKeys(body.farms)],
        make: (session, id) => this.hold(session, id, { userId: customerId, isConfirmed }, body),
        find: (id) => this.holds.get(customerId, id),
      },
    );
    // Not awaited, so that the customer does not wait for an unavailable Redis; the sweep covers a job that is missing.
    if (hold.status === 'open')
      void this.jobs
        .add(
          'hold.expire',
          { holdId: hold._id.toString() },
          { id: hold._id.toString(), delayMs: Math.max(1, hold.expiresAt.getTime() - Date.now()) },
        )
        .catch(() => {});
    return toHoldDto(hold);
  }

  async current(customerId: string): Promise<HoldDto | null> {
    const hold = await this.holds.openOf(customerId);
    return hold && toHoldDto(hold);
  }

  /** Releases a hold, if it is still open. Throws `HOLD_NOT_FOUND`. */
  async release(customerId: string, id: Id): Promise<HoldDto> {
    await this.transactions.run(async (session) => {
      const hold = await this.holds.get(customerId, id, session);
      if (hold.status === 'open') await this.free(session, hold, 'released');
    });
    return toHoldDto(await this.holds.get(customerId, id));
  }

  /** Frees a hold if it is open and overdue. */
  async expire(id: { toString(): string }): Promise<void> {
    await this.transactions.run(async (session) => {
      const hold = await this.holds.overdue(session, id.toString());
      if (hold) await this.free(session, hold, 'expired');
    });
  }

  /** Frees every overdue hold. */
  async sweep(): Promise<void> {
    for (;;) {
      const due = await this.holds.allOverdue(SWEEP_BATCH);
      for (const id of due) await this.expire(id);
      if (due.length < SWEEP_BATCH) return;
    }
  }

  private async hold(
    session: ClientSession,
    id: Types.ObjectId,
    { userId: customerId, isConfirmed }: Shopper,
    { version, farms: chosen = {} }: StartCheckout,
  ): Promise<Hold> {
    const { cart, items, ...read } = await this.carts.toOrder(session, customerId, version);
    const sellers = new Map(
      read.products
        .filter(({ farm }) => chosen[farm._id.toString()])
        .map(({ farm }) => [farm._id.toString(), farm._id]),
    );
    const farms = sellers.size > 0 ? await this.farms.byIds(session, [...sellers.values()]) : [];
    requireGoods(chosen, farms);
    const places = await this.places.take(
      session,
      farms.flatMap((farm) => {
        const choice = chosen[farm._id.toString()];
        if (!choice) return [];
        return [{ farm, method: fulfilmentOf(farm, choice.fulfilment), slotId: choice.slotId }];
      }),
      read.hold?.slots ?? [],
      null,
    );
    const fullMs = this.config.HOLD_MINUTES * 60_000;
    const expiresAt = new Date(Date.now() + fullMs);
    const { hold, products, events } = await this.holds.open(session, {
      _id: id,
      customerId,
      items,
      slots: [...places.taken].flatMap(([farmId, { slot }]) => (slot ? [{ farmId, slot }] : [])),
      expiresAt,
      former: read.hold,
      read: read.products,
    });
    if (read.hold) await this.cards.release(session, read.hold._id);
    await this.limits.check(session, hold, { isConfirmed, fullMs });
    const changed = await this.carts.republish(session, cart, products, hold);
    await this.outbox.add(session, ...events, ...places.events, changed);
    return hold;
  }

  private async free(
    session: ClientSession,
    hold: Hold,
    status: 'released' | 'expired',
  ): Promise<void> {
    const events = await this.holds.free(session, hold, status);
    const places = await this.places.free(session, hold.slots ?? []);
    await this.cards.release(session, hold._id);
    const cart = await this.carts.republishWithoutHold(session, hold.customerId.toString());
    await this.outbox.add(session, ...events, ...places, ...cart);
  }
}
