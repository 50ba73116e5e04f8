import * as z from 'zod/mini';
import { dollarsSchema } from './money.js';
import { roleSchema } from './users.js';

const countSchema = z.int().check(z.gte(0));
/** Grows with every change of the figures; a screen drops what is older than what it shows. */
const figuresVersion = { version: countSchema };

/** SPEC section 3, "user stats". */
export const userStatsSchema = z.object({
  totalUsers: countSchema,
  activeUsers: countSchema,
  roleBreakdown: z.array(z.object({ _id: roleSchema, count: countSchema })),
  ...figuresVersion,
});
export type UserStats = z.infer<typeof userStatsSchema>;

/** SPEC section 3, "order stats", in dollars. Revenue counts the parts that were neither declined nor cancelled. */
export const orderStatsSchema = z.object({
  totalOrders: countSchema,
  totalRevenue: z.number(),
  averageOrderValue: dollarsSchema,
  ...figuresVersion,
});
export type OrderStats = z.infer<typeof orderStatsSchema>;

/** SPEC section 3, "product stats". Active is live; out of stock is live with nothing to buy. */
export const productStatsSchema = z.object({
  totalProducts: countSchema,
  activeProducts: countSchema,
  outOfStock: countSchema,
  ...figuresVersion,
});
export type ProductStats = z.infer<typeof productStatsSchema>;

export const analyticsChangeSchema = z.discriminatedUnion('subject', [
  z.object({ subject: z.literal('users'), stats: userStatsSchema }),
  z.object({ subject: z.literal('orders'), stats: orderStatsSchema }),
  z.object({ subject: z.literal('products'), stats: productStatsSchema }),
]);
export type AnalyticsChange = z.infer<typeof analyticsChangeSchema>;
export type AnalyticsSubject = AnalyticsChange['subject'];
