/**
 * The contracts of the responses that visitors' pages fetch. Loaded during the first call: the server has parsed the
 * data of a server-rendered page, so that a first screen needs no schemas.
 */
export {
  farmsPageSchema,
  problemSchema,
  productDtoSchema,
  productRailSchema,
  productRailsSchema,
  productsPageSchema,
  publicSettingsSchema,
  suggestionsSchema,
} from '#libs/contracts';
