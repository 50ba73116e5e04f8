/** A text, a text with parameters, or a list or group of texts. */
type Message =
  | string
  | ((...values: never[]) => string)
  | readonly Message[]
  | { readonly [key: string]: Message };
type Catalogue = { readonly [key: string]: Message };

/** The app's languages; a second one does not compile until every catalogue has its texts. */
type Locale = 'en';

export const locale: Locale = 'en';

/** Declares a feature's texts by key in every language, and returns those of the current one. */
export function defineMessages<const Texts extends Catalogue>(
  catalogues: Record<Locale, Texts>,
): Texts {
  return catalogues[locale];
}
