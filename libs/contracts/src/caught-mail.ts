import * as z from 'zod/mini';
import { idSchema } from './primitives.js';

/** A mail that was caught instead of being sent, for `/dev/mail`. */
export const caughtMailSchema = z.object({
  id: idSchema,
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z._default(
    z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
    [],
  ),
  caughtAt: z.iso.datetime(),
});
export type CaughtMail = z.infer<typeof caughtMailSchema>;
