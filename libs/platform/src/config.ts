import * as z from 'zod';

/** The settings are invalid; `message` is a readable list of what to correct. */
export class ConfigError extends Error {}

/** Settings that are or contain secrets, or name people: no message shows their values. */
const PRIVATE = /SECRET|PASSWORD|TOKEN|KEY|UR[IL]|ENDPOINT|EMAIL|MAIL_FROM/;
/** Maximum characters of a value in a message. */
const SHOWN_MAX = 60;

/**
 * Reads settings by their schema from the environment, falling back to `defaults`; throws {@link ConfigError}, which
 * lists for each invalid setting its value and what is expected.
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  defaults: Record<string, string> = {},
  // biome-ignore lint/style/noProcessEnv: the one place that reads the environment
  environment: Record<string, string | undefined> = process.env,
): z.infer<Schema> {
  // An empty line in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = schema.safeParse({ ...defaults, ...given });
  if (result.success) return result.data;
  const faults = new Set(
    result.error.issues.map(({ path, message }) => faultOf(String(path[0]), given, message)),
  );
  throw new ConfigError(
    `These settings are wrong; .env.example describes them:\n${[...faults].join('\n')}`,
  );
}

function faultOf(
  name: string,
  given: Record<string, string | undefined>,
  expected: string,
): string {
  const value = given[name];
  if (value === undefined) return `  ${name}: is not set; ${expected}`;
  const isShown = !PRIVATE.test(name) && value.length <= SHOWN_MAX;
  return `  ${name}: ${isShown ? JSON.stringify(value) : 'its value'} is wrong; ${expected}`;
}

export function wholeNumber(least: number, most?: number) {
  const range = most === undefined ? `, ${least} or more` : ` from ${least} to ${most}`;
  const expected = `it must be a whole number${range}`;
  const number = z.coerce.number(expected).int(expected).min(least, expected);
  return most === undefined ? number : number.max(most, expected);
}

/** A number, possibly with a fraction. */
export function between(least: number, most: number) {
  const expected = `it must be a number from ${least} to ${most}`;
  return z.coerce.number(expected).min(least, expected).max(most, expected);
}

/** A secret that must be hard to guess. */
export function secret(least: number) {
  const expected = `it must have at least ${least} characters, such as from \`openssl rand -base64 32\``;
  return z.string(expected).min(least, expected);
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return z.enum(words, `it must be one of ${words.join(', ')}`);
}

/** A site's origin, as browsers send it: no path and no trailing slash. */
export function siteAddress() {
  const expected = 'it must be an address without a path, such as https://shop.example';
  return z
    .url({ protocol: /^https?$/, error: expected })
    .refine((url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url), expected)
    .transform((url) => new URL(url).origin);
}

/** Injection token for the settings of one lib. */
export type ConfigToken<Config> = symbol & { readonly configType?: (config: Config) => void };

/** Makes the token of a lib's `x.config.ts`; `CoreModule.forRoot` provides its settings. */
export function configToken<Config>(name: string): ConfigToken<Config> {
  return Symbol(name) as ConfigToken<Config>;
}
