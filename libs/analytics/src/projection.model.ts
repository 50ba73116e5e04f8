import { Schema } from 'mongoose';
import {
  CATEGORIES,
  COHORT_MONTHS,
  type Cohort,
  type Day,
  type FarmDay,
  type FarmStatsChange,
  fromThousandths,
  type HandoverDay,
  type Id,
  type Month,
  type OrderStats,
  type ProductStats,
  type Role,
  roleSchema,
  type SalesDay,
  type TopProduct,
  toDollars,
  type UserStats,
} from '#libs/contracts';
import { cohortFigures, dayFigures, type Figures, type Label, parseFarmKey } from './tally.js';

/** Running figures of one subject, updated by events; the cost of a read does not grow with the orders. */
export interface Projection {
  /** One of `keys` (tally.ts), or `users`, `orders`, `products`. */
  _id: string;
  figures: Figures;
  version: number;
  /** The farm of a product, to query a farm's best-selling products. */
  farmId?: Id;
  label?: Label;
  /** On a farm's day only, to query the farms that sold most. */
  farmDay?: { readonly day: Day; readonly farmId: Id };
  /** On {@link REBUILD} only: the time zone in which the figures were counted. */
  timeZone?: string;
}

export const PROJECTION = 'Projection';
export const projectionSchema = new Schema<Projection>(
  {
    _id: { type: String, required: true },
    figures: { type: Schema.Types.Mixed, required: true },
    version: { type: Number, required: true },
    farmId: String,
    label: Schema.Types.Mixed,
    farmDay: Schema.Types.Mixed,
    timeZone: String,
  },
  { collection: 'projections', versionKey: false, minimize: false },
);
projectionSchema.index({ farmId: 1, 'figures.revenue': -1, _id: 1 }, { sparse: true });
projectionSchema.index({ 'farmDay.day': 1 }, { sparse: true });

/** The id of a document that is not a projection: its version is the number of the current rebuild. */
export const REBUILD = 'rebuild';

type Stored = Pick<Projection, 'figures' | 'version'> | null | undefined;
// Events arrive in any order: a part may be declined before it is placed, which makes figures negative for a moment.
const figure = (projection: Stored, name: string) => Math.max(0, projection?.figures[name] ?? 0);
const versionOf = (projection: Stored) => projection?.version ?? 0;

export function toUserStats(projection: Stored): UserStats {
  return {
    totalUsers: figure(projection, 'total'),
    activeUsers: figure(projection, 'active'),
    roleBreakdown: roleSchema.options.map((role: Role) => ({
      _id: role,
      count: figure(projection, role),
    })),
    version: versionOf(projection),
  };
}

export function toOrderStats(projection: Stored): OrderStats {
  const orders = figure(projection, 'total');
  const revenue = figure(projection, 'revenue');
  return {
    totalOrders: orders,
    totalRevenue: toDollars(revenue),
    averageOrderValue: average(revenue, orders),
    version: versionOf(projection),
  };
}

export function toProductStats(projection: Stored): ProductStats {
  return {
    totalProducts: figure(projection, 'total'),
    activeProducts: figure(projection, 'active'),
    outOfStock: figure(projection, 'outOfStock'),
    version: versionOf(projection),
  };
}

export function toSalesDay(day: Day, projection: Stored): SalesDay {
  const orders = figure(projection, 'total');
  const revenue = figure(projection, 'revenue');
  return {
    day,
    orders,
    revenue: toDollars(revenue),
    average: average(revenue, orders),
    hours: Array.from({ length: 24 }, (_, hour) => figure(projection, dayFigures.hour(hour))),
    categories: Object.fromEntries(
      CATEGORIES.flatMap((category) => {
        const cents = figure(projection, dayFigures.category(category));
        return cents === 0 ? [] : [[category, toDollars(cents)]];
      }),
    ),
    version: versionOf(projection),
  };
}

export function toFarmFigures(
  farmId: Id,
  projection: Stored,
): Omit<FarmStatsChange, 'day' | 'products'> {
  return {
    farmId,
    toPick: {
      parts: figure(projection, 'toPick'),
      lines: figure(projection, 'toPickLines'),
    },
    orders: {
      placed: figure(projection, 'placed'),
      delivered: figure(projection, 'delivered'),
      closed: figure(projection, 'closed'),
    },
    lowStock: figure(projection, 'lowStock'),
    soldOut: figure(projection, 'soldOut'),
    buyers: figure(projection, 'buyers'),
    repeatBuyers: figure(projection, 'repeatBuyers'),
    version: versionOf(projection),
  };
}

export function toCohort(month: Month, projection: Stored): Cohort {
  return {
    month,
    customers: figure(projection, cohortFigures.size),
    again: Array.from({ length: COHORT_MONTHS }, (_, n) =>
      figure(projection, cohortFigures.again(n + 1)),
    ),
    version: versionOf(projection),
  };
}

export function toFarmDay(day: Day, projection: Stored): Omit<FarmDay, 'farmId'> {
  return {
    day,
    orders: figure(projection, 'total'),
    revenue: toDollars(figure(projection, 'revenue')),
    version: versionOf(projection),
  };
}

export function toHandoverDay(day: Day, projection: Stored): HandoverDay {
  const orders = figure(projection, 'total');
  const revenue = figure(projection, 'revenue');
  return {
    day,
    orders,
    revenue: toDollars(revenue),
    average: average(revenue, orders),
    orderedWithDay: toDollars(figure(projection, 'orderedWithDay')),
    version: versionOf(projection),
  };
}

export function toTopProduct(projection: Projection): TopProduct {
  const { name = '', unit = 'each' } = projection.label ?? {};
  return {
    productId: parseFarmKey(projection._id)?.id ?? '',
    name,
    unit,
    quantity: fromThousandths(figure(projection, 'amount')),
    orders: figure(projection, 'orders'),
    revenue: toDollars(figure(projection, 'revenue')),
    version: projection.version,
  };
}

/** In dollars; 0 without orders. */
export function average(cents: number, orders: number): number {
  return orders === 0 ? 0 : toDollars(Math.round(cents / orders));
}
