import { type Cents, type Day, dayOf, toCents, toDollars } from '#libs/contracts';
import { DomainError } from '#libs/platform';

/** Throws `VALIDATION_FAILED` for a payment by bank on a day to come. */
export function requirePastDay(paidOn: Day, timeZone: string): void {
  if (paidOn > dayOf(Date.now(), timeZone))
    throw new DomainError('VALIDATION_FAILED', undefined, {
      errors: [{ path: 'paidOn', message: 'must not be to come' }],
    });
}

/**
 * Throws `BALANCE_CHANGED` (with `details.from` and `to`) unless the dollars that an admin saw are what is owed now.
 */
export function requireSeen(seen: number, now: Cents): void {
  if (toCents(seen) !== now)
    throw new DomainError('BALANCE_CHANGED', undefined, {
      details: { from: seen, to: toDollars(now) },
    });
}
