import type { ShownCard } from './card-payments.js';

/** What people call the brands that card providers name. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  test: 'Test card',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card as its owner knows it: `Visa •••• 4242`. */
export const cardText = ({ brand, last4 }: ShownCard): string =>
  `${BRANDS[brand] ?? brand} •••• ${last4}`;
