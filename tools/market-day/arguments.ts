import { type ParseArgsConfig, parseArgs } from 'node:util';
import type * as z from 'zod';

/**
 * What the command line says, by a schema: its booleans are flags, all else has a value. Says what is wrong, and how it
 * is used, and ends the process with 1.
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
