import * as z from 'zod/mini';
import { farmCalendarSchema } from '#libs/contracts';

/**
 * The contracts of the responses that every page may fetch. Loaded during the first call: the server has parsed the data
 * of a server-rendered page, so that a first screen needs no schemas.
 */
export {
  addressBookSchema,
  cartDtoSchema,
  codeRequiredSchema,
  demoSessionSchema,
  farmCalendarsSchema,
  farmsPageSchema,
  featuredReviewsSchema,
  inboxPageSchema,
  problemSchema,
  productDtoSchema,
  productRailSchema,
  productRailsSchema,
  productsPageSchema,
  publicSettingsSchema,
  suggestionsSchema,
  userDtoSchema,
} from '#libs/contracts';

/** The days of a farm; null if it is not approved. */
export const shownCalendarSchema = z.nullable(farmCalendarSchema);

/** The response of the built-in provider's `GET /token`. */
export const identityTokenSchema = z.object({ token: z.string() });
