import type { CurrentHold, HoldDto } from '#libs/contracts';
import { isRecord } from './cache';
import type { Facts } from './facts';

/**
 * The customer's hold as the events know it. There is one open hold at a time, so the one that ends last is the
 * newest; a hold that has closed stays, because the screen says how it ended.
 */
export function currentHold(data: unknown, facts: Facts, news: ReadonlySet<string>): unknown {
  if (!isRecord(data) || !('hold' in data)) return data;
  const { hold } = data as CurrentHold;
  let newest = hold;
  for (const told of facts.holds.values()) {
    if (isNewer(told, newest, news)) newest = told;
  }
  return newest === hold ? data : { ...data, hold: newest };
}

function isNewer(told: HoldDto, known: HoldDto | null, news: ReadonlySet<string>): boolean {
  // against an answer of `none` only what is new now counts: an old fact may have missed its end
  if (known === null) return told.status === 'open' && news.has(told._id);
  if (told._id === known._id) return told.version > known.version;
  return told.expiresAt > known.expiresAt && (told.status === 'open' || known.status !== 'open');
}
