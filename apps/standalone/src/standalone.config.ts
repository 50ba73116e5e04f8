import * as z from 'zod';
import { apiConfigSchema } from '../../api/src/api.config.js';

/** Settings of the whole marketplace in one process. */
export const standaloneConfigSchema = z.intersection(
  apiConfigSchema,
  z.object({
    /** The folder of the embedded engines' data and the generated secrets. */
    DATA_DIR: z.string().default('.data'),
    /** The MongoDB that a new data directory is made with, if it can be started; a path, or a name on the PATH. */
    MONGOD_BINARY: z.string().default('mongod'),
    /** Demo accounts and their sign-in buttons; on by default with embedded engines, never in production. */
    DEMO: z.stringbool('it must be true or false').optional(),
  }),
);
export type StandaloneConfig = z.infer<typeof standaloneConfigSchema>;
