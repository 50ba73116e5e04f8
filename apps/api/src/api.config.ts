import * as z from 'zod';
import { IDENTITY_CONFIG, identityConfigSchema } from '#libs/identity';
import {
  NOTIFICATIONS_CONFIG,
  notificationsConfigSchema,
  PUSH_CONFIG,
  pushConfigSchema,
} from '#libs/notifications';
import { ORDERS_CONFIG, ordersConfigSchema } from '#libs/orders';
import { PAYMENTS_CONFIG, paymentsConfigSchema } from '#libs/payments';
import { PICTURES_CONFIG, picturesConfigSchema } from '#libs/pictures';
import { platformConfigSchema } from '#libs/platform';
import { PRODUCTS_CONFIG, productsConfigSchema } from '#libs/products';
import { USERS_CONFIG, usersConfigSchema } from '#libs/users';

/** The settings of a process with all routes. */
export const apiConfigSchema = z.intersection(
  platformConfigSchema.extend({
    ...usersConfigSchema.shape,
    ...notificationsConfigSchema.shape,
    ...ordersConfigSchema.shape,
    ...productsConfigSchema.shape,
  }),
  z.intersection(
    z.intersection(identityConfigSchema, picturesConfigSchema),
    z.intersection(paymentsConfigSchema, pushConfigSchema),
  ),
);

/** The tokens by which the slices get them. */
export const API_CONFIG_TOKENS = [
  IDENTITY_CONFIG,
  NOTIFICATIONS_CONFIG,
  ORDERS_CONFIG,
  PAYMENTS_CONFIG,
  PICTURES_CONFIG,
  PRODUCTS_CONFIG,
  PUSH_CONFIG,
  USERS_CONFIG,
];
