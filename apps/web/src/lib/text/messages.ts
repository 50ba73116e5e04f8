import { isolate } from '#libs/contracts';

/** A text, a text with parameters, or a list or group of texts. */
type Message =
  | string
  | ((...values: never[]) => string)
  | readonly Message[]
  | { readonly [key: string]: Message };
type Catalogue = { readonly [key: string]: Message };

/** The app's languages; a second one does not compile until every catalogue has its texts. */
type Locale = 'en';

const locale: Locale = 'en';

/**
 * Declares a feature's texts by key in every language, and returns those of the current one. Words that a text is given,
 * such as names, do not change the direction of the sentence around them.
 */
export function defineMessages<const Texts extends Catalogue>(
  catalogues: Record<Locale, Texts>,
): Texts {
  return isolating(catalogues[locale]) as Texts;
}

function isolating(message: Message): Message {
  if (typeof message === 'string') return message;
  if (typeof message === 'function') {
    const write = message as (...values: unknown[]) => string;
    return (...values: unknown[]) => write(...values.map(isolated));
  }
  if (Array.isArray(message)) return message.map(isolating);
  return Object.fromEntries(
    Object.entries(message).map(([key, one]: [string, Message]) => [key, isolating(one)]),
  );
}

function isolated(value: unknown): unknown {
  if (typeof value === 'string') return isolate(value);
  return Array.isArray(value) ? value.map(isolated) : value;
}
