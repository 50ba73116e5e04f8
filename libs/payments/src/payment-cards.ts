import type { PayCheckout } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import type { CardPayment } from './card-payment.model.js';

/**
 * Each payment with its card: a token of a new one pays once. Throws `CARD_TOKENS_MISSING` (with `details.needed`) if
 * there are fewer tokens than payments.
 */
export function paymentCards<Payment>(
  card: PayCheckout['card'],
  payments: readonly Payment[],
): { of: Payment; card: CardPayment['card'] }[] {
  if (card.kind === 'saved') return payments.map((of) => ({ of, card }));
  const { kind, tokens, save } = card;
  return payments.map((of, at) => {
    const token = tokens[at];
    if (token === undefined)
      throw new DomainError('CARD_TOKENS_MISSING', undefined, {
        details: { needed: payments.length },
      });
    return { of, card: { kind, token, save } };
  });
}
