import { type ParseArgsConfig, parseArgs } from 'node:util';
import type * as z from 'zod';

/**
 * Parses the command line by a schema: booleans are flags, all other options have a value. For a wrong argument it
 * prints the error and the usage, and exits with 1.
 */
export function readArguments<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  flags: readonly (keyof Shape & string)[],
  usage: string,
): z.infer<z.ZodObject<Shape>> {
  try {
    const options = Object.fromEntries(
      Object.keys(schema.shape).map((name) => [
        name,
        { type: flags.includes(name) ? 'boolean' : 'string' } as const,
      ]),
    ) satisfies ParseArgsConfig['options'];
    return schema.parse(parseArgs({ options }).values);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exit(1);
  }
}
