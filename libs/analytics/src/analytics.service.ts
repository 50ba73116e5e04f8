import { Inject, Injectable } from '@nestjs/common';
import {
  addDays,
  addMonths,
  COHORTS,
  type Cohorts,
  countDays,
  type Day,
  dayOf,
  FARM_SALES,
  type FarmSales,
  type FarmSalesQuery,
  type FarmStats,
  type Handovers,
  type Id,
  monthOf,
  type OrderStats,
  type ProductStats,
  SALES_DAYS_MAX,
  type Sales,
  type SalesDay,
  type SalesQuery,
  TOP_PRODUCTS,
  toCents,
  toDollars,
  type UserStats,
} from '#libs/contracts';
import { DomainError, PLATFORM_CONFIG, type PlatformConfig } from '#libs/platform';
import {
  average,
  toCohort,
  toFarmDay,
  toFarmFigures,
  toHandoverDay,
  toOrderStats,
  toProductStats,
  toSalesDay,
  toTopProduct,
  toUserStats,
} from './projection.model.js';
import { ProjectionsService } from './projections.service.js';
import { keys, parseFarmKey } from './tally.js';

const DEFAULT_DAYS = 30;

/** The figures of the marketplace, read from the projections. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly projections: ProjectionsService,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  async users(): Promise<UserStats> {
    return toUserStats(await this.projections.one('users'));
  }

  async orders(): Promise<OrderStats> {
    return toOrderStats(await this.projections.one('orders'));
  }

  async products(): Promise<ProductStats> {
    return toProductStats(await this.projections.one('products'));
  }

  /** Throws `VALIDATION_FAILED` if the days are in the wrong order or too many. */
  async sales(query: SalesQuery): Promise<Sales> {
    const { first, last, count } = this.rangeOf(query);
    const days = await this.salesOf(first, count, keys.day);
    const orders = days.reduce((sum, day) => sum + day.orders, 0);
    const revenue = days.reduce((sum, day) => sum + toCents(day.revenue), 0);
    return {
      from: first,
      to: last,
      days,
      orders,
      revenue: toDollars(revenue),
      average: average(revenue, orders),
    };
  }

  /** The sales by day of hand-over. Throws `VALIDATION_FAILED` as {@link sales} does. */
  async handovers(query: SalesQuery): Promise<Handovers> {
    const { first, last, count } = this.rangeOf(query);
    const found = await this.projections.between(keys.handover(first), keys.handover(last));
    const days = Array.from({ length: count }, (_, n) => addDays(first, n));
    return {
      from: first,
      to: last,
      days: days.map((day) => toHandoverDay(day, found.get(keys.handover(day)))),
    };
  }

  /** The farms' sales of these days and of as many days before; the cost does not grow with the orders. */
  async salesOfFarms({ farms, ...query }: FarmSalesQuery): Promise<FarmSales> {
    const { first, last, count } = this.rangeOf(query);
    const before = addDays(first, -count);
    const all = farms ?? (await this.projections.bestFarms({ before, first, last }));
    const sold = (farms ?? all.slice(0, FARM_SALES)).map(async (farmId) => {
      const found = await this.projections.between(
        keys.farmDay(farmId, before),
        keys.farmDay(farmId, last),
      );
      const days = [...found].map(([key, day]) => toFarmDay(parseFarmKey(key)?.id ?? '', day));
      return { farmId, days };
    });
    return { before, from: first, to: last, farms: await Promise.all(sold), total: all.length };
  }

  /** The customers who ordered again, by the month of their first order; the cost does not grow with the orders. */
  async cohorts(): Promise<Cohorts> {
    const month = monthOf(this.today());
    const first = addMonths(month, 1 - COHORTS);
    const found = await this.projections.between(keys.cohort(first), keys.cohort(month));
    const cohorts = Array.from({ length: COHORTS }, (_, n) => addMonths(first, n)).map((one) =>
      toCohort(one, found.get(keys.cohort(one))),
    );
    return { month, cohorts: cohorts.filter(({ customers }) => customers > 0) };
  }

  async farm(farmId: Id, count: number): Promise<FarmStats> {
    const now = this.today();
    const [farm, sales, top] = await Promise.all([
      this.projections.one(keys.farm(farmId)),
      this.salesOf(addDays(now, 1 - count), count, (day) => keys.farmDay(farmId, day)),
      this.projections.top(farmId, TOP_PRODUCTS),
    ]);
    return {
      ...toFarmFigures(farmId, farm),
      today: sales.at(-1) ?? toSalesDay(now, null),
      sales,
      topProducts: top.map(toTopProduct),
    };
  }

  private today(): Day {
    return dayOf(Date.now(), this.config.MARKET_TIME_ZONE);
  }

  /** Throws `VALIDATION_FAILED` if the days are in the wrong order or too many. */
  private rangeOf({ from, to, days = DEFAULT_DAYS }: SalesQuery): {
    first: Day;
    last: Day;
    count: number;
  } {
    const last = to ?? this.today();
    const first = from ?? addDays(last, 1 - days);
    const count = countDays(first, last);
    if (count < 1 || count > SALES_DAYS_MAX)
      throw new DomainError('VALIDATION_FAILED', `Ask for 1 to ${SALES_DAYS_MAX} days`, {
        errors: [
          { path: 'from', message: `must be at most ${SALES_DAYS_MAX} days before the last` },
        ],
      });
    return { first, last, count };
  }

  private async salesOf(
    first: Day,
    count: number,
    keyOf: (day: Day) => string,
  ): Promise<SalesDay[]> {
    const days = Array.from({ length: count }, (_, n) => addDays(first, n));
    const found = await this.projections.between(keyOf(first), keyOf(days.at(-1) ?? first));
    return days.map((day) => toSalesDay(day, found.get(keyOf(day))));
  }
}
