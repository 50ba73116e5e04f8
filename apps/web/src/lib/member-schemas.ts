import * as z from 'zod/mini';

/** The contracts of the responses that members' pages fetch; loaded like schemas.ts. */
export {
  cartDtoSchema,
  codeRequiredSchema,
  demoSessionSchema,
  inboxPageSchema,
  userDtoSchema,
} from '#libs/contracts';

/** The response of the built-in provider's `GET /token`. */
export const identityTokenSchema = z.object({ token: z.string() });
