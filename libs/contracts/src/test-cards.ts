/** The cards of the built-in processor, which moves no money. Each does the same at every step of a payment. */
export const TEST_CARDS = [
  { token: 'success', last4: '4242' },
  { token: 'decline', last4: '0002' },
  { token: 'insufficient_funds', last4: '9995' },
  { token: 'challenge', last4: '3220' },
  { token: 'expiry', last4: '0127' },
  { token: 'timeout_after', last4: '0341' },
  { token: 'timeout_before', last4: '0119' },
  { token: 'webhook_twice', last4: '0222' },
  { token: 'webhook_first', last4: '0111' },
  { token: 'webhook_late', last4: '0999' },
  { token: 'payout_returned', last4: '0446' },
  { token: 'disputed', last4: '0259' },
] as const;
export type TestCard = (typeof TEST_CARDS)[number];
export type TestCardToken = TestCard['token'];

export const testCardOf = (token: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.token === token);
