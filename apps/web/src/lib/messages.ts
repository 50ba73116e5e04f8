/** A text, or a text with values in it. */
type Message = string | readonly string[] | ((...values: never[]) => string);
type Catalogue = { readonly [key: string]: Message | Catalogue };

/** The languages the app speaks; a second one makes every catalogue ask for its texts. */
type Locale = 'en';

export const locale: Locale = 'en';

/** A feature's texts by key, in every language. */
export function defineMessages<const Texts extends Catalogue>(
  catalogues: Record<Locale, Texts>,
): Texts {
  return catalogues[locale];
}
