/**
 * The contracts of what visitors' pages fetch. Loaded with the first response: what a page was rendered from on the
 * server was parsed there, so that a first screen needs no schemas.
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
