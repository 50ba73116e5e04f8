import { Schema } from 'mongoose';
import {
  type OrderStats,
  type ProductStats,
  type Role,
  roleSchema,
  toDollars,
  type UserStats,
} from '#libs/contracts';

/** Running figures of one subject, fed by events; reading them costs the same however many orders there are. */
export interface Projection {
  _id: 'users' | 'orders' | 'products';
  /** Whole numbers by name; money in cents. */
  figures: Record<string, number>;
  version: number;
}

export const PROJECTION = 'Projection';
export const projectionSchema = new Schema<Projection>(
  {
    _id: { type: String, required: true },
    figures: { type: Schema.Types.Mixed, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'projections', versionKey: false, minimize: false },
);

type Figures = Pick<Projection, 'figures' | 'version'> | null;
const figure = (projection: Figures, name: string) => projection?.figures[name] ?? 0;

export function toUserStats(projection: Figures): UserStats {
  return {
    totalUsers: figure(projection, 'total'),
    activeUsers: figure(projection, 'active'),
    roleBreakdown: roleSchema.options.map((role: Role) => ({
      _id: role,
      count: figure(projection, role),
    })),
    version: projection?.version ?? 0,
  };
}

export function toOrderStats(projection: Figures): OrderStats {
  const orders = figure(projection, 'total');
  const revenue = figure(projection, 'revenue');
  return {
    totalOrders: orders,
    totalRevenue: toDollars(revenue),
    averageOrderValue: orders === 0 ? 0 : toDollars(Math.round(revenue / orders)),
    version: projection?.version ?? 0,
  };
}

export function toProductStats(projection: Figures): ProductStats {
  return {
    totalProducts: figure(projection, 'total'),
    activeProducts: figure(projection, 'active'),
    outOfStock: figure(projection, 'outOfStock'),
    version: projection?.version ?? 0,
  };
}
