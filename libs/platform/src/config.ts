import * as z from 'zod';

/** The settings are wrong; `message` is a readable list of what to mend. */
export class ConfigError extends Error {}

/** Settings whose values are secret, hold one, or name people: never part of a message. */
const PRIVATE = /SECRET|PASSWORD|TOKEN|KEY|UR[IL]|ENDPOINT|EMAIL|MAIL_FROM/;
/** Characters of a value that a message repeats. */
const SHOWN_MAX = 60;

/**
 * Reads settings by their schema from the environment, and from `defaults` what it does not have; throws {@link
 * ConfigError} naming every fault: the setting, what it is, and what is expected.
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

/** A setting that is a whole number. */
export function wholeNumber(least: number, most?: number) {
  const range = most === undefined ? `, ${least} or more` : ` from ${least} to ${most}`;
  const expected = `it must be a whole number${range}`;
  const number = z.coerce.number(expected).int(expected).min(least, expected);
  return most === undefined ? number : number.max(most, expected);
}

/** A setting that is a number, also one with a fraction. */
export function between(least: number, most: number) {
  const expected = `it must be a number from ${least} to ${most}`;
  return z.coerce.number(expected).min(least, expected).max(most, expected);
}

/** A setting that nobody may guess. */
export function secret(least: number) {
  const expected = `it must have at least ${least} characters, such as from \`openssl rand -base64 32\``;
  return z.string(expected).min(least, expected);
}

/** A setting that is one of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return z.enum(words, `it must be one of ${words.join(', ')}`);
}

/** A setting that is the address of a site as browsers send it: no path, and no slash at its end. */
export function siteAddress() {
  const expected = 'it must be an address without a path, such as https://shop.example';
  return z
    .url({ protocol: /^https?$/, error: expected })
    .refine((url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url), expected)
    .transform((url) => new URL(url).origin);
}

/**
 * Runs the start of a process. Where it fails the process ends with exit code 1, and says why: of a wrong setting only
 * what to mend, of any other error its stack.
 */
export async function startProcess(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const reason = error instanceof ConfigError ? error.message : stackOf(error);
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
}

const stackOf = (error: unknown) => String(error instanceof Error ? error.stack : error);

/** Injection token for the settings of one lib. */
export type ConfigToken<Config> = symbol & { readonly configType?: (config: Config) => void };

/** Makes the token of a lib's `x.config.ts`; `CoreModule.forRoot` provides its settings. */
export function configToken<Config>(name: string): ConfigToken<Config> {
  return Symbol(name) as ConfigToken<Config>;
}
