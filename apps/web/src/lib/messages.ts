/** A text, a text with values in it, or a list or group of texts. */
type Message =
  | string
  | ((...values: never[]) => string)
  | readonly Message[]
  | { readonly [key: string]: Message };
type Catalogue = { readonly [key: string]: Message };

/** The languages the app speaks; a second one makes every catalogue ask for its texts. */
type Locale = 'en';

export const locale: Locale = 'en';

/** A feature's texts by key, in every language. */
export function defineMessages<const Texts extends Catalogue>(
  catalogues: Record<Locale, Texts>,
): Texts {
  return catalogues[locale];
}
