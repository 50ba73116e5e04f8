import { expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import * as contracts from './index.js';

/** Texts of requests that are nobody's words: an id of the provider, a page cursor, and a field that people do not see. */
const NO_WORDS = new Set(['clerkId', 'cursor', 'website']);

/** The string schemas in a schema, with the names of their fields. */
function texts(schema: z.core.$ZodType, field: string): [string, z.core.$ZodString][] {
  if (schema instanceof z.core.$ZodString) return [[field, schema]];
  const { def } = schema._zod;
  const inner = (one: unknown) => (one instanceof z.core.$ZodType ? texts(one, field) : []);
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([name, one]) => texts(one, name));
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap(inner);
  return ['innerType', 'element', 'out', 'valueType'].flatMap((key) =>
    inner(Reflect.get(def, key)),
  );
}

/** Requests are strict objects; responses and events are not. */
const isRequest = (schema: unknown): schema is z.core.$ZodType =>
  (schema instanceof z.core.$ZodObject && schema._zod.def.catchall !== undefined) ||
  (schema instanceof z.core.$ZodUnion && schema._zod.def.options.some(isRequest));

const fields = Object.entries(contracts)
  .flatMap(([name, schema]) => (isRequest(schema) ? texts(schema, name) : []))
  .filter(([field]) => !NO_WORDS.has(field));

it('finds the texts of requests', () => {
  const names = new Set(fields.map(([field]) => field));
  for (const name of [
    'firstName',
    'line2',
    'notes',
    'note',
    'story',
    'reason',
    'alt',
    'q',
    'message',
  ])
    expect([...names]).toContain(name);
});

it.each(fields)(
  '%s takes no broken characters, and nothing that is not to be seen',
  (_field, schema) => {
    const parse = (text: string) => z.safeParse(schema, text);
    expect(parse('ab\uD800').success).toBe(false);
    const [hidden, blank] = [parse('ab\u202E\u0007\uFEFFc'), parse('\u2800\u3164\u200B')];
    if (hidden.success) expect(hidden.data).toBe('abc');
    if (blank.success) expect(blank.data).toBe('');
  },
);
