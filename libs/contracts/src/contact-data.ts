import * as z from 'zod/mini';
import { MAX_LENGTH } from './max-length.js';

const DASHES = /[\u2010-\u2015\u2043\u2212\uFE58]/g;
/** Characters without width: direction marks, joiners, soft hyphens, byte order marks. */
const NO_WIDTH = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Digits of Arabic and Persian keyboards; the low four bits of each are its value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;
const LINK = /^(?:tel|mailto):/i;

/** What was pasted into a field of digits or letters, as it would have been typed: ASCII where there is an equivalent. */
export function cleanPasted(text: string): string {
  return text
    .normalize('NFKC')
    .replace(NO_WIDTH, '')
    .replace(DASHES, '-')
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(LINK, '')
    .trim();
}

/**
 * An e-mail address in the one form that is stored and compared: lower case, its domain in ASCII, so that
 * `Ada@Bücher.example` and `ada@xn--bcher-kva.example` are one account.
 */
export function normalizeEmail(text: string): string {
  const email = cleanPasted(text).toLowerCase();
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // Only letters, which no URL reads as a port, a path or an escape.
  return /^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain) &&
    URL.canParse(`http://${domain}`)
    ? `${email.slice(0, at)}${new URL(`http://${domain}`).hostname}`
    : email;
}

const EMAIL_IN_TEXT = /(?:mailto:)?[^\s<>()",;:]+@[^\s<>()",;:]+/;
/** The e-mail address in a text such as `Ada Field <ada@x.example>`, or null. */
export function emailIn(text: string): string | null {
  const found = EMAIL_IN_TEXT.exec(text)?.[0];
  return found === undefined ? null : normalizeEmail(found);
}

/** The e-mail addresses of a list that is separated by commas. */
export const emailsIn = (list: string): string[] =>
  list.split(',').map(normalizeEmail).filter(Boolean);

/** A search with its e-mail address in the form that is stored. */
export const withNormalEmail = (text: string): string =>
  text.replace(EMAIL_IN_TEXT, normalizeEmail);

export const emailSchema = z
  .string()
  .check(z.overwrite(normalizeEmail), z.email(), z.maxLength(MAX_LENGTH.email));

/** Digits with the usual separators, and perhaps an extension. */
const PHONE = /^\+?[\d\s()./-]+(?:(?:[;,\s]*(?:ext(?:ension|n)?\b|x)|\s*#|,)[\s.:=]*\d{1,7})?$/i;
const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/**
 * A telephone number as a person writes it. Only its form is checked here; the server parses it by a library, whose
 * tables are too large for a page, and stores E.164 with the extension.
 */
export const PHONE_MESSAGE = 'must be a phone number such as 518 555 0100';
const phone = (isEnough: (text: string) => boolean) =>
  z.string().check(
    z.overwrite(cleanPasted),
    z.maxLength(40),
    z.refine((text) => isEnough(text) || (PHONE.test(text) && digitsIn(text) >= 7), PHONE_MESSAGE),
  );
export const phoneSchema = phone(() => false);
/** The same, or empty. */
export const anyPhoneSchema = phone((text) => text === '');

/** A stored telephone number for people: `(518) 555-0100 ext. 4`; numbers of other countries stay as they are. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})(?!\d)/, '($1) $2-$3');
}

/** The address of a link that calls a stored telephone number, by RFC 3966. */
export const phoneHref = (phone: string): string =>
  `tel:${phone.replace(' ext. ', ';ext=').replace(/\s/g, '')}`;

/** ZIP or ZIP+4. */
export const zipCodeSchema = z.string().check(
  z.overwrite((text) => cleanPasted(text).replace(/^(\d{5})[\s-]*(\d{4})$/, '$1-$2')),
  z.regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code such as 12534 or 12534-1234'),
);
