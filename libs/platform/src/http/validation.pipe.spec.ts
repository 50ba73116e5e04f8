import { expect, it } from '@jest/globals';
import * as z from 'zod';
import { ValidationPipe } from './validation.pipe.js';

const schema = z.strictObject({
  q: z.string().optional(),
  lines: z.array(z.object({ note: z.string() })).optional(),
  notes: z.record(z.string(), z.string()).optional(),
});
const parse = (value: unknown) => new ValidationPipe().transform(value, { type: 'body', schema });

it.each([
  [{ q: 'pl\0ums' }, 'q'],
  [{ lines: [{ note: 'ripe' }, { note: '\0' }] }, 'lines.1.note'],
  [{ notes: { 'a\0b': 'ripe' } }, 'notes'],
  [{ q: 1 }, 'q'],
])('refuses %j and names the field', async (value, path) => {
  await expect(parse(value)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [expect.objectContaining({ path })],
  });
});

it('takes every other text', async () => {
  const value = { q: '\u0001\t🥕', lines: [{ note: '' }], notes: { a: 'b' } };
  expect(await parse(value)).toEqual(value);
});
