import { Inject, Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { RebuildService } from '#libs/analytics';
import { dayOf, startOfDay, type UserDto } from '#libs/contracts';
import { FarmsImport } from '#libs/farms';
import { FavouritesImport, type PastFavourites } from '#libs/favourites';
import { CalendarsService, SchedulesService } from '#libs/fulfilment';
import { OrdersImport, type PastOrder } from '#libs/orders';
import { CardsImport, OrderBooks } from '#libs/payments';
import { PLATFORM_CONFIG, type PlatformConfig } from '#libs/platform';
import { ProductsImport } from '#libs/products';
import { authorOf, type PastReview, type Receipt, ReviewsImport } from '#libs/reviews';
import { Chance } from '../history/chance.js';
import { type PastCustomer, pastOrders, type Stall } from '../history/past-orders.js';
import { demoFarms } from './catalogue.js';
import { currentOrders } from './current-orders.js';
import { Diary } from './diary.js';
import { demoSchedules } from './schedules.js';
import { apologies, ratings, reviewWords, thanks } from './words.js';

/** A quarter of a year: enough orders for its charts. */
export const HISTORY_DAYS = 90;
const ORDERS = 420;
const DAY_MS = 86_400_000;
/** Share of orders that a card pays. */
const BY_CARD = 0.3;
/** Share of delivered lines with a review, and of good reviews with a reply. */
const [REVIEWED, ANSWERED] = [0.12, 0.35];

/**
 * Writes the demo shop's past in bulk and without notifications, and the orders that are under way; figures are counted
 * afterwards.
 */
@Injectable()
export class DemoHistory {
  constructor(
    private readonly farms: FarmsImport,
    private readonly products: ProductsImport,
    private readonly orders: OrdersImport,
    private readonly reviews: ReviewsImport,
    private readonly favourites: FavouritesImport,
    private readonly schedules: SchedulesService,
    private readonly calendars: CalendarsService,
    private readonly rebuild: RebuildService,
    private readonly books: OrderBooks,
    private readonly cards: CardsImport,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Resumes an interrupted run, because orders are written all at once, and so are reviews. */
  async write(users: readonly UserDto[]): Promise<void> {
    const stalls = await this.stalls(users);
    const customers = customersOf(users);
    await this.openDays(stalls);
    if (await this.orders.isEmpty()) await this.orders.add(await this.ordersOf(customers, stalls));
    await this.orders.takePlaces();
    if (await this.reviews.isEmpty()) {
      const names = new Map(users.map(({ _id, name }) => [_id, name]));
      await this.reviews.add(said(await this.reviews.waiting(), names));
    }
    if (await this.favourites.isEmpty()) await this.favourites.add(marked(customers, stalls));
    await this.rebuild.run();
    await this.books.openAll();
    const emails = new Map(users.map(({ _id, email }) => [_id, email ?? '']));
    await this.cards.add(await this.orders.cardParts(), emails);
  }

  /** Adds the schedules that the farms do not have yet. */
  private async openDays(stalls: readonly Stall[]): Promise<void> {
    for (const { farm } of stalls) {
      const farmId = farm._id.toString();
      const { length } = await this.schedules.list(farmId);
      for (const rule of demoSchedules[farm.slug]?.slice(length) ?? [])
        await this.schedules.add(farmId, rule);
    }
  }

  private async ordersOf(
    customers: readonly PastCustomer[],
    stalls: readonly Stall[],
  ): Promise<PastOrder[]> {
    const now = new Date();
    const timeZone = this.config.MARKET_TIME_ZONE;
    const dayStart = new Date(startOfDay(dayOf(now.getTime(), timeZone), timeZone));
    const calendars = await this.calendars.list(stalls.map(({ farm }) => farm._id.toString()));
    const days = HISTORY_DAYS + 1;
    const chance = new Chance(19);
    const diary = new Diary({ stalls, calendars, days, now: now.getTime(), timeZone, chance });
    const current = currentOrders({ customers, stalls, now, dayStart, chance: new Chance(17) });
    const [own] = customers;
    const byCard = new Chance(23);
    const orders = [
      ...[...past(customers, stalls, now.getTime())].map((order) => diary.withDays(order)),
      ...current.map((order) =>
        diary.withNextDays(order, order.customer === own ? 'delivery' : undefined),
      ),
    ];
    if (!this.cards.isOffered) return orders;
    return orders.map((order) => ({ ...order, byCard: byCard.is(BY_CARD) }));
  }

  private async stalls(users: readonly UserDto[]): Promise<Stall[]> {
    const slugs = demoFarms.map(({ slug }) => slug);
    const found = await this.farms.bySlugs(slugs);
    // In the catalogue's order, so that the generated orders are always the same.
    const farms = found.toSorted(
      (one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug),
    );
    const all = await this.products.ofFarms(farms.map(({ _id }) => _id));
    // Products out of season get no past, because each order's date would have to fit the season.
    const products = all.filter(({ status }) => status === 'live');
    return farms.map(
      (farm): Stall => ({
        farm,
        farmer: users.find(({ farmId }) => farmId === farm._id.toString())?.name ?? farm.name,
        products: products.filter((product) => product.farm._id.equals(farm._id)),
      }),
    );
  }
}

function customersOf(users: readonly UserDto[]): PastCustomer[] {
  return users
    .filter(({ role }) => role === 'customer')
    .map(({ _id, name }) => ({ _id: new Types.ObjectId(_id), name }));
}

function past(customers: readonly PastCustomer[], stalls: readonly Stall[], now: number) {
  return pastOrders({
    customers,
    stalls,
    count: ORDERS,
    days: HISTORY_DAYS,
    now,
    chance: new Chance(7),
  });
}

/** A few products and one or two farms as each customer's favourites, marked some weeks ago. */
function marked(customers: readonly PastCustomer[], stalls: readonly Stall[]): PastFavourites[] {
  const chance = new Chance(13);
  const products = stalls.flatMap((stall) => stall.products).map(({ _id }) => _id);
  const farms = stalls.map(({ farm }) => farm._id);
  const some = (ids: readonly Types.ObjectId[], low: number, high: number) => [
    ...new Set(Array.from({ length: chance.between(low, high) }, () => chance.of(ids))),
  ];
  return customers.map(({ _id: customerId }) => ({
    customerId,
    products: some(products, 4, 8),
    farms: some(farms, 1, 2),
    at: new Date(Date.now() - chance.between(3, 40) * DAY_MS),
  }));
}

function said(receipts: readonly Receipt[], names: ReadonlyMap<string, string>): PastReview[] {
  const chance = new Chance(11);
  // Reviews are written a day or two after delivery, and never in the future.
  const settled = receipts.filter(
    ({ receivedAt }) => receivedAt.getTime() < Date.now() - 3 * DAY_MS,
  );
  const unsaid = reviewWords();
  return settled
    .filter(() => chance.is(REVIEWED))
    .flatMap((receipt) => {
      const left = unsaid.get(chance.of(ratings)) ?? [];
      // No text is used twice.
      const [words] = left.splice(chance.between(0, left.length - 1), 1);
      if (words === undefined) return [];
      const answers = words.rating <= 3 || chance.is(ANSWERED);
      return {
        receipt,
        author: authorOf(names.get(receipt.customerId.toString()) ?? ''),
        ...words,
        reply: answers ? chance.of(words.rating <= 3 ? apologies : thanks) : null,
        at: new Date(receipt.receivedAt.getTime() + chance.between(4, 40) * 3_600_000),
      };
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
