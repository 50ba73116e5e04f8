import * as z from 'zod';
import { identityConfigSchema } from '#libs/identity';
import { notificationsConfigSchema } from '#libs/notifications';
import { ordersConfigSchema } from '#libs/orders';
import { picturesConfigSchema } from '#libs/pictures';
import { platformConfigSchema } from '#libs/platform';
import { productsConfigSchema } from '#libs/products';
import { usersConfigSchema } from '#libs/users';

/** Settings of the whole marketplace in one process. */
export const standaloneConfigSchema = z.intersection(
  platformConfigSchema.extend({
    ...usersConfigSchema.shape,
    ...notificationsConfigSchema.shape,
    ...ordersConfigSchema.shape,
    ...productsConfigSchema.shape,
    /** The folder of the embedded engines' data and the generated secrets. */
    DATA_DIR: z.string().default('.data'),
    /** The MongoDB that a new data directory is made with, if it can be started; a path, or a name on the PATH. */
    MONGOD_BINARY: z.string().default('mongod'),
    /** Demo accounts and their sign-in buttons; on by default with embedded engines, never in production. */
    DEMO: z.stringbool('it must be true or false').optional(),
    LOG_LEVEL: platformConfigSchema.shape.LOG_LEVEL.unwrap().default('warn'),
  }),
  z.intersection(identityConfigSchema, picturesConfigSchema),
);
export type StandaloneConfig = z.infer<typeof standaloneConfigSchema>;
