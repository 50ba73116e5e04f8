import * as z from 'zod';

export const ordersConfigSchema = z.object({
  /** Minutes for which goods are kept for a customer at checkout. */
  HOLD_MINUTES: z.coerce
    .number()
    .positive()
    .max(24 * 60)
    .default(15),
});
export type OrdersConfig = z.infer<typeof ordersConfigSchema>;

/** Injection token for {@link OrdersConfig}. */
export const ORDERS_CONFIG = Symbol('ORDERS_CONFIG');
