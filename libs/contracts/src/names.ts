import * as z from 'zod/mini';
import { MAX_LENGTH } from './max-length.js';
import { textSchema } from './text.js';

/** Full stops of other scripts, which host names may have in place of a dot (IDNA, UTS 46). */
const OTHER_DOTS = /[\u3002\uFF0E\uFF61]/g;
/** A scheme or `www.`, or a dot with more than an initial before or after it: `evil.example`, `10.0.0.1`, `t.co`. */
const WEB_ADDRESS = /:\/|\/\/|\bwww\b|[\p{L}\p{N}-]\.(?:\p{L}{2}|\p{N})/iu;

/** Whether a mail program would turn part of this text into a link. */
export function hasWebAddress(text: string): boolean {
  // Characters without width would hide a host name from this check, but not from every mail program.
  const visible = text
    .normalize('NFKC')
    .replace(OTHER_DOTS, '.')
    .replace(/\p{Cf}/gu, '');
  return WEB_ADDRESS.test(visible);
}

const NAME_MESSAGE = 'A name cannot hold a web address; put a space after a dot';

/** A name must not be an advertisement, because mails show it to strangers. */
export const nameSchema = (max: number) =>
  textSchema(max, { empty: true }).check(z.refine((text) => !hasWebAddress(text), NAME_MESSAGE));

/** A first or a last name; may be empty. */
export const personNameSchema = nameSchema(MAX_LENGTH.personName);
