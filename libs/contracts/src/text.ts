import * as z from 'zod/mini';

/** Line breaks of other systems and of word processors. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/**
 * Overrides, embeddings and isolates of the direction, which reorder the text around them, and the byte order mark.
 * Marks and joiners stay: languages and emoji need them inside words.
 */
const REORDERING = /[\u202A-\u202E\u2066-\u2069\uFEFF]/g;
/** What is dropped at both ends: spaces, and characters without width that have a meaning only between others. */
const EDGES =
  /^[\s\u00AD\u061C\u200B\u200E\u200F\u2060]+|[\s\u00AD\u061C\u200B\u200E\u200F\u2060]+$/g;
/** What shows nothing: spaces, characters that no font draws, the empty braille pattern, and an absent object. */
const INVISIBLE =
  /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}\u{16FE4}]+/gu;
const BROKEN = /[\0\p{Surrogate}]/u;
export const BROKEN_MESSAGE = 'has a broken character; please type it again';

/** Whether a text has a NUL, or half of a surrogate pair, which is no character and would be stored as U+FFFD. */
export const isBroken = (text: string): boolean => BROKEN.test(text);

/** Text without what nobody typed on purpose: in Unicode's composed form, `\n` for line breaks; empty if it shows nothing. */
function cleaned(text: string): string {
  const clean = text
    .replace(LINE_BREAKS, '\n')
    .replace(CONTROLS, '')
    .replace(REORDERING, '')
    .normalize('NFC')
    .replace(EDGES, '');
  return clean.replace(INVISIBLE, '') === '' ? '' : clean;
}

const oneLine = (text: string): string => cleaned(text.replace(/[\n\t]/g, ' '));

/**
 * A person's words, at most `max` characters (code points, as in the OpenAPI document). `lines`: with line breaks.
 * `empty`: may be empty. Every name, note, reason, story and search goes through here.
 */
export const textSchema = (
  max: number,
  { lines = false, empty = false }: { lines?: boolean; empty?: boolean } = {},
) =>
  z.string().check(
    z.refine((text) => !isBroken(text), {
      error: BROKEN_MESSAGE,
      abort: true,
    }),
    z.overwrite((text) => (lines ? cleaned(text) : oneLine(cleaned(text)))),
    ...(empty ? [] : [z.minLength(1, 'must not be empty')]),
    z.maxLength(max),
  );
