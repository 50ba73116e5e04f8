import * as z from 'zod';
import { configToken } from '#libs/platform';

export const ordersConfigSchema = z.object({
  /** Minutes for which a checkout holds goods for its customer. */
  HOLD_MINUTES: z.coerce
    .number()
    .positive()
    .max(24 * 60)
    .default(15),
});
export type OrdersConfig = z.infer<typeof ordersConfigSchema>;

/** Injection token for {@link OrdersConfig}. */
export const ORDERS_CONFIG = configToken<OrdersConfig>('ORDERS_CONFIG');
