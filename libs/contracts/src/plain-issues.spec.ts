import { expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { priceSchema } from './amounts.js';
import { plainMessage } from './plain-issues.js';
import { idSchema } from './primitives.js';

const messageOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value, { error: plainMessage }).error?.issues[0]?.message;

it.each<[z.ZodMiniType, unknown, string]>([
  [priceSchema, 0, 'must be more than 0'],
  [priceSchema, 100_001, 'must be at most 100000'],
  [priceSchema, undefined, 'is missing'],
  [priceSchema, 'x', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.string().check(z.minLength(10)), 'x', 'needs at least 10 characters'],
  [z.string().check(z.maxLength(1)), 'xy', 'can have at most 1 character'],
  [z.array(z.string()).check(z.minLength(1)), [], 'needs at least one'],
  [z.email(), 'x', 'must be an e-mail address'],
  [z.iso.date(), 'x', 'must be a date'],
  [z.enum(['a', 'b']), 'c', 'is none of the choices'],
  // A schema's own message is kept.
  [idSchema, 'x', 'must be an id of 24 hex digits'],
])('%#: %j is refused in plain words', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message);
});
