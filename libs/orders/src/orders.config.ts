import * as z from 'zod';
import { configToken } from '#libs/platform';

const HOLD_EXPECTED = 'it must be minutes, more than 0 and at most 1440';

export const ordersConfigSchema = z.object({
  /** Minutes for which a checkout holds goods for its customer. */
  HOLD_MINUTES: z.coerce
    .number(HOLD_EXPECTED)
    .positive(HOLD_EXPECTED)
    .max(24 * 60, HOLD_EXPECTED)
    .default(15),
});
export type OrdersConfig = z.infer<typeof ordersConfigSchema>;

/** Injection token for {@link OrdersConfig}. */
export const ORDERS_CONFIG = configToken<OrdersConfig>('ORDERS_CONFIG');
