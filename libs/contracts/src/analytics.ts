import * as z from 'zod/mini';
import { dollarsSchema, unitSchema } from './amounts.js';
import { CATEGORIES, type Category } from './choices.js';
import { type Day, daySchema } from './days.js';
import type { OrderMoney } from './ledger.js';
import { type Cents } from './money.js';
import type { PartStatus } from './order-state.js';
import { type Id, idListSchema, idSchema, timestampSchema } from './primitives.js';
import type { ProductStatus } from './product-state.js';
import type { StockLevel } from './products.js';
import { type Unit } from './units.js';
import { type Role, roleSchema, type UserStatus } from './users.js';

const countSchema = z.int().check(z.gte(0));
/** Grows with every change of the figures; a screen ignores figures older than those it shows. */
const figuresVersion = { version: countSchema };

/** Answer of `GET /users/stats`. */
export const userStatsSchema = z.object({
  totalUsers: countSchema,
  activeUsers: countSchema,
  roleBreakdown: z.array(z.object({ _id: roleSchema, count: countSchema })),
  ...figuresVersion,
});
export type UserStats = z.infer<typeof userStatsSchema>;

/**
 * Answer of `GET /orders/stats`, in dollars. Declined and cancelled parts do not count, nor does an order that has no
 * others. Number and revenue cover the same orders; the average is their quotient.
 */
export const orderStatsSchema = z.object({
  totalOrders: countSchema,
  totalRevenue: z.number(),
  averageOrderValue: dollarsSchema,
  ...figuresVersion,
});
export type OrderStats = z.infer<typeof orderStatsSchema>;

/** Answer of `GET /products/stats`. Active means live; out of stock means live and sold out. */
export const productStatsSchema = z.object({
  totalProducts: countSchema,
  activeProducts: countSchema,
  outOfStock: countSchema,
  ...figuresVersion,
});
export type ProductStats = z.infer<typeof productStatsSchema>;

/**
 * Sales of one day, in dollars. An order counts on the day it was placed; later declines and cancellations are
 * subtracted from that day, in number and revenue, so that the days add up to the totals.
 */
export const salesDaySchema = z.object({
  day: daySchema,
  orders: countSchema,
  revenue: z.number(),
  average: dollarsSchema,
  /** Orders placed per hour: 24 counts, from midnight. */
  hours: z.array(countSchema),
  /** Dollars of goods by category, without delivery; categories without sales are absent. */
  categories: z.partialRecord(z.enum(CATEGORIES), z.number()),
  ...figuresVersion,
});
export type SalesDay = z.infer<typeof salesDaySchema>;

/** Maximum number of days in one response. */
export const SALES_DAYS_MAX = 366;
/** Both days are included. Without `from`, the last `days` days (30 by default); without `to`, up to today. */
const salesRangeShape = {
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(SALES_DAYS_MAX))),
};
/** `GET /analytics/sales`. */
export const salesQuerySchema = z.strictObject(salesRangeShape);
export type SalesQuery = z.infer<typeof salesQuerySchema>;
export const salesSchema = z.object({
  from: daySchema,
  to: daySchema,
  /** Every day of the range, including days without orders. */
  days: z.array(salesDaySchema),
  orders: countSchema,
  revenue: z.number(),
  average: dollarsSchema,
});
export type Sales = z.infer<typeof salesSchema>;

/**
 * Goods by the day of their hand-over, in dollars without delivery; declined and cancelled parts do not count. A part
 * without a slot has no such day.
 */
export const handoverDaySchema = z.object({
  day: daySchema,
  /** Parts that are handed over on this day. */
  orders: countSchema,
  revenue: z.number(),
  average: dollarsSchema,
  /** Dollars of the goods that were ordered on this day and have a day of hand-over, whichever that is. */
  orderedWithDay: z.number(),
  ...figuresVersion,
});
export type HandoverDay = z.infer<typeof handoverDaySchema>;
/** `GET /analytics/handovers`: every day of the range, as in `GET /analytics/sales`; days ahead have sales too. */
export const handoversSchema = z.object({
  from: daySchema,
  to: daySchema,
  days: z.array(handoverDaySchema),
});
export type Handovers = z.infer<typeof handoversSchema>;

/**
 * `GET /analytics/sales/farms`: the days as in `GET /analytics/sales`, and the ids of farms, separated by commas; without
 * ids the farms that sold most.
 */
export const farmSalesQuerySchema = z.strictObject({
  ...salesRangeShape,
  farms: z.optional(idListSchema),
});
export type FarmSalesQuery = z.infer<typeof farmSalesQuerySchema>;
/** What a farm sold on a day, without delivery. */
const farmDayShape = {
  day: daySchema,
  orders: countSchema,
  revenue: z.number(),
  ...figuresVersion,
};
/** How many farms one response without ids lists. */
export const FARM_SALES = 20;
/** What farms sold in some days, and in as many days before them. */
export const farmSalesSchema = z.object({
  /** The first day of the time before. */
  before: daySchema,
  from: daySchema,
  to: daySchema,
  /** Highest revenue first; of each the days of both times that have figures. */
  farms: z.array(z.object({ farmId: idSchema, days: z.array(z.object(farmDayShape)) })),
  /** How many farms have figures in these times; with ids, how many ids. */
  total: countSchema,
});
export type FarmSales = z.infer<typeof farmSalesSchema>;

/** Months after the first order in which a cohort's repeat customers are counted. */
export const COHORT_MONTHS = 5;
/** Maximum number of cohorts in one response. */
export const COHORTS = 12;
const monthSchema = z.string().check(z.regex(/^\d{4}-\d{2}$/));
const cohortSchema = z.object({
  /** Of the first order. */
  month: monthSchema,
  customers: countSchema,
  /** How many of them ordered in each of the months after it. */
  again: z.array(countSchema).check(z.length(COHORT_MONTHS)),
  ...figuresVersion,
});
export type Cohort = z.infer<typeof cohortSchema>;
/**
 * `GET /analytics/cohorts`: customers by the month of their first order, oldest first, without empty months. Orders
 * without a live part do not count.
 */
export const cohortsSchema = z.object({
  /** The current month of the market. */
  month: monthSchema,
  cohorts: z.array(cohortSchema).check(z.maxLength(COHORTS)),
});
export type Cohorts = z.infer<typeof cohortsSchema>;

/** All-time sales of a product, without declined and cancelled parts. */
export const topProductSchema = z.object({
  productId: idSchema,
  name: z.string(),
  unit: unitSchema,
  /** In `unit`. */
  quantity: z.number(),
  orders: countSchema,
  revenue: z.number(),
  ...figuresVersion,
});
export type TopProduct = z.infer<typeof topProductSchema>;
/** Maximum number of top products in a farm's statistics. */
export const TOP_PRODUCTS = 10;

/** A farm's open work, stock levels and buyers. */
const farmFigures = {
  farmId: idSchema,
  /** Parts that are placed or accepted, and the lines in them. */
  toPick: z.object({ parts: countSchema, lines: countSchema }),
  /** Parts waiting to be accepted, delivered parts, and declined or cancelled parts. */
  orders: z.object({ placed: countSchema, delivered: countSchema, closed: countSchema }),
  /** `lowStock` and `soldOut` count live products. */
  lowStock: countSchema,
  soldOut: countSchema,
  /** Customers with an order that was neither declined nor cancelled, and those with two or more. */
  buyers: countSchema,
  repeatBuyers: countSchema,
  ...figuresVersion,
};

/** `GET /farms/mine/stats`. */
export const farmStatsSchema = z.object({
  ...farmFigures,
  today: salesDaySchema,
  /** The last `days` days, oldest first, today included. */
  sales: z.array(salesDaySchema),
  /** Highest revenue first, at most {@link TOP_PRODUCTS}. */
  topProducts: z.array(topProductSchema),
});
export type FarmStats = z.infer<typeof farmStatsSchema>;
export const farmStatsQuerySchema = z.strictObject({
  days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(184)), 30),
});
export type FarmStatsQuery = z.infer<typeof farmStatsQuerySchema>;

/** Payload of `farm.stats-changed`: all figures, and the day and products whose sales changed. */
export const farmStatsChangeSchema = z.object({
  ...farmFigures,
  day: z.nullable(salesDaySchema),
  products: z.array(topProductSchema),
});
export type FarmStatsChange = z.infer<typeof farmStatsChangeSchema>;

const comparedSchema = z.object({
  /** Such as `orders.revenue` or `farm:…/day:2026-11-21.orders`; money in cents. */
  figure: z.string(),
  projected: z.int(),
  counted: z.int(),
});
export type Compared = z.infer<typeof comparedSchema>;

/** `POST /analytics/recount`: every projected figure compared with a fresh count of the documents. */
export const recountSchema = z.object({
  at: timestampSchema,
  matches: z.boolean(),
  /** Events that were published but not counted yet; `projected` includes them. */
  underWay: countSchema,
  /** Uncounted events that cannot be read; at most a hundred of their ids. */
  unreadable: countSchema,
  unreadableIds: z.array(idSchema),
  /** How many events under way are older than two minutes; if any are, `matches` is false. */
  overdue: countSchema,
  /** How many figures were compared, including those of days, farms, buyers and products. */
  compared: countSchema,
  /** The figures of the three statistics, equal or not. */
  figures: z.array(comparedSchema),
  /** The unequal figures, at most a hundred, and their number. */
  differences: z.array(comparedSchema),
  differing: countSchema,
});
export type Recount = z.infer<typeof recountSchema>;

export const analyticsChangeSchema = z.discriminatedUnion('subject', [
  z.object({ subject: z.literal('users'), stats: userStatsSchema }),
  z.object({
    subject: z.literal('orders'),
    stats: orderStatsSchema,
    /** The day whose sales changed with them. */
    day: z.optional(salesDaySchema),
    /** The days of farms, the days of hand-over, and the cohorts, that changed with them. */
    farms: z.array(z.object({ farmId: idSchema, ...farmDayShape })),
    handovers: z.array(handoverDaySchema),
    cohorts: z.array(cohortSchema),
  }),
  z.object({ subject: z.literal('products'), stats: productStatsSchema }),
]);
/** What a farm sold on a day. */
export type FarmDay = Extract<AnalyticsChange, { subject: 'orders' }>['farms'][number];
export type AnalyticsChange = z.infer<typeof analyticsChangeSchema>;
export type AnalyticsSubject = AnalyticsChange['subject'];

/** The counted fields of a user, product or order, read from an event or from the collection. */
export interface CountedRows {
  users: { readonly role: Role; readonly status: UserStatus };
  products: {
    readonly farmId: Id;
    readonly status: ProductStatus;
    readonly stock: StockLevel;
  };
  /** `money` is what the ledger books the order by. */
  orders: CountedOrder & { readonly code: string; readonly money: OrderMoney };
}
/** Money in cents, amounts in thousandths of `unit`. */
export interface CountedOrder {
  /** ISO 8601; `order.placed` and the first step of each part's timeline have the same. */
  readonly createdAt: string;
  readonly customerId: Id;
  /** Current cost: the live parts and the fee. */
  readonly total: Cents;
  readonly parts: readonly CountedPart[];
}
export interface CountedPart {
  readonly farmId: Id;
  readonly status: PartStatus;
  readonly subtotal: Cents;
  /** The day of the slot; null without one. */
  readonly slotDay: Day | null;
  readonly lines: readonly {
    readonly productId: Id;
    readonly category: Category;
    readonly name: string;
    readonly unit: Unit;
    readonly amount: number;
    readonly total: Cents;
  }[];
}
