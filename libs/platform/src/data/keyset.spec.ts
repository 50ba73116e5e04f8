import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError } from '../errors.js';
import { decodeCursor, encodeCursor, splitPage } from './keyset.js';

const idOf = (n: number) => n.toString(16).padStart(24, '0');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

describe('a page marker', () => {
  it('comes back as it was made, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)),
        fc.nat(),
        (value, n) => {
          const cursor = encodeCursor([value, idOf(n)]);
          expect(cursor).toMatch(/^[\w-]+$/);
          expect(decodeCursor(cursor)).toEqual([value, idOf(n)]);
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 200) },
    );
  });

  it.each([
    '',
    'nonsense',
    base64url('{}'),
    base64url('[null]'),
    base64url('[null,"x"]'),
    base64url(`[null,"${idOf(1)}","more"]`),
    base64url(`[{"$gt":""},"${idOf(1)}"]`),
    base64url(`[null,{"$gt":""}]`),
  ])('that nobody made is refused: %s', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(new DomainError('CURSOR_INVALID'));
  });
});

describe('a page', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: idOf(n) }));

  it('goes on after its last row while there is another one', () => {
    const { rows: page, nextCursor } = splitPage(rows(4), 3);
    expect(page).toEqual(rows(3));
    expect(nextCursor && decodeCursor(nextCursor)).toEqual([null, idOf(2)]);
  });

  it.each([0, 1, 3])('of %i rows that is not full, or just full, is the last one', (count) => {
    expect(splitPage(rows(count), 3)).toEqual({ rows: rows(count), nextCursor: null });
  });
});
