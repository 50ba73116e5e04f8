import type * as z from 'zod';

/** The settings are wrong; `message` is a readable list of what to mend. */
export class ConfigError extends Error {}

/**
 * Reads settings by their schema from the environment, and from `defaults` what it does not have; throws {@link
 * ConfigError} naming every fault.
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
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`These settings need mending (see .env.example):\n${faults.join('\n')}`);
}

/** Injection token for the settings of one lib. */
export type ConfigToken<Config> = symbol & { readonly configType?: (config: Config) => void };

/** Makes the token of a lib's `x.config.ts`; `CoreModule.forRoot` provides its settings. */
export function configToken<Config>(name: string): ConfigToken<Config> {
  return Symbol(name) as ConfigToken<Config>;
}
