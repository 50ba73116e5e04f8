import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { textSchema } from './text.js';

const line = textSchema(80, { empty: true });
const lines = textSchema(80, { lines: true, empty: true });

describe('a person’s words', () => {
  it.each([
    ['are trimmed', '  Ada \u00A0', 'Ada'],
    ['are composed', 'Jose\u0301', 'José'],
    ['are composed over what is removed', 'Jose\u202E\u0301', 'José'],
    ['have no controls', 'A\u0007d\u001Ba\u009F', 'Ada'],
    ['have no overrides, embeddings and isolates', '\u202Eevil\u202C \u2066x\u2069', 'evil x'],
    ['have no byte order mark', '\uFEFFA\uFEFFda', 'Ada'],
    ['have no marks at the ends', '\u200E\u200FAda\u200B\u2060\u00AD', 'Ada'],
    ['keep marks between letters', 'של\u200Eום', 'של\u200Eום'],
    ['keep joiners of languages', 'می\u200Cخواهم', 'می\u200Cخواهم'],
    ['keep joiners at the end of a word', 'അവന്\u200D', 'അവന്\u200D'],
    ['keep emoji of several characters', '👩‍🌾🏴\u{E0067}\u{E0062}\u{E0065}\u{E007F}❤️', undefined],
    ['are one line', 'a\r\nb\tc\u2028d', 'a b c d'],
  ])('%s', (_title, typed, text = typed) => {
    expect(line.parse(typed)).toBe(text);
  });

  it('keep their line breaks where there may be any', () => {
    expect(lines.parse('\na\r\nb\rc\u2029d\u0085e\te\n\n')).toBe('a\nb\nc\nd\ne\te');
  });

  it.each([
    ['nothing', ''],
    ['spaces', ' \u00A0\u2003\u3000'],
    ['characters without width', '\u200B\u200C\u200D\u2060\uFEFF'],
    ['an empty braille pattern', '\u2800\u2800'],
    ['fillers of Hangul', '\u115F\u1160\u3164\uFFA0'],
    ['soft hyphens', '\u00AD\u00AD'],
    ['a right-to-left override', '\u202E'],
    ['direction marks', '\u200E\u061C'],
    ['variation selectors and tags', '\uFE0F\u{E0061}'],
    ['a combining joiner and a filler of Khitan', '\u034F\u{16FE4}'],
    ['an absent object', '\uFFFC'],
    ['controls', '\u0001\u007F'],
  ])('are not %s', (_what, typed) => {
    expect(line.parse(typed)).toBe('');
    expect(lines.parse(typed)).toBe('');
    expect(textSchema(80).safeParse(typed).error?.issues[0]?.message).toBe('must not be empty');
  });

  it.each(['\uD800', 'a\uDFFFb', '\uDFFF\uD800', 'a\0b'])(
    'are refused when broken: %j',
    (typed) => {
      for (const schema of [line, lines, textSchema(80)])
        expect(schema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
          'has a broken character; please type it again',
        ]);
    },
  );

  it('are counted after they are cleaned', () => {
    expect(textSchema(4).parse(' Jose\u0301\u202E ')).toBe('José');
    expect(textSchema(4).safeParse('Josés').success).toBe(false);
    expect(textSchema(1).parse('🥕')).toBe('🥕');
    expect(textSchema(1).safeParse('🥕🥕').success).toBe(false);
  });

  it('do not change when they are parsed again', () => {
    const odd = fc.constantFrom(
      ...'\u0301\u0327\u200B\u200D\u200E\u202E\u2066\u2069\u2800\u3164\uFEFF\u00AD\u0001\t\n\r\u2028 a ',
    );
    const typed = fc
      .array(fc.oneof(odd, fc.string({ unit: 'grapheme' })))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(typed, fc.boolean(), (text, manyLines) => {
        const schema = textSchema(10_000, { lines: manyLines, empty: true });
        const once = schema.parse(text);
        expect(schema.parse(once)).toBe(once);
        expect(once).toBe(once.trim().normalize('NFC'));
      }),
    );
  });
});
