import type { QueryFilter } from 'mongoose';
import { fold } from '#libs/contracts';
import { beginsWith, searchConditions, searchTerms } from '#libs/platform';
import type { Order } from './order.model.js';

/** The code's term has a character that no word has, so that a search for a code finds no names. */
const codeTerm = (code: string): string => `#${code}`;
const withoutPrefix = (code: string): string => code.replace(/^fg/, '');
/** The beginning of a code, without its prefix: see `orderCode`. */
const CODE = /^[2-9a-hjkmnp-z]{1,8}$/;
/** A text that can only be a code, because it has the prefix of codes. */
const PREFIXED = /^\W*fg\W+\w/i;

/** The search terms of an order: its code, and the folded words of the customer's name. A search matches their beginnings. */
export function orderTerms(code: string, name: string): string[] {
  const words = searchTerms(name);
  const kept = words.filter(
    (word) => !words.some((other) => other !== word && other.startsWith(word)),
  );
  return [codeTerm(withoutPrefix(compact(code))), ...kept];
}

/**
 * The orders whose code begins with the text, as people write codes (`#FG-7K3Q9MXW`, `FG 7K3Q 9MXW`, `Order fg7k3q`),
 * or whose customer's name has words that begin with all of its words. All orders for the prefix that every code has.
 */
export function searchFilter(q: string): QueryFilter<Order>[] {
  const asked = q.replace(/^\W*order\b/i, '');
  const text = compact(asked);
  if (text === 'fg') return [];
  const codes = [...new Set([text, withoutPrefix(text)])]
    .filter((code) => CODE.test(code))
    .map((code) => ({ search: beginsWith(codeTerm(code)) }));
  const words = PREFIXED.test(asked) ? [] : searchConditions(q);
  if (words.length <= 1)
    return [{ search: { $in: [...codes, ...words].map((one) => one.search) } }];
  return [codes.length > 0 ? { $or: [...codes, { $and: words }] } : { $and: words }];
}

function compact(code: string): string {
  return fold(code).replace(/[^a-z0-9]/g, '');
}
