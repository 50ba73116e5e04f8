/** The cards of the built-in processor, as its page lists them. The behaviour is the same for every step of a payment. */
export const TEST_CARDS = [
  { token: 'success', last4: '4242', does: 'Is accepted.' },
  { token: 'decline', last4: '0002', does: 'Is declined by the bank.' },
  { token: 'insufficient_funds', last4: '9995', does: 'Has too little money.' },
  { token: 'challenge', last4: '3220', does: 'Is accepted after a challenge of the bank.' },
  {
    token: 'expiry',
    last4: '0127',
    does: 'Is accepted; the bank releases the money after a minute.',
  },
  { token: 'timeout_after', last4: '0341', does: 'Does every step, but its first answer is lost.' },
  { token: 'timeout_before', last4: '0119', does: 'Loses the first request of every step.' },
  { token: 'webhook_twice', last4: '0222', does: 'Is accepted; every webhook comes twice.' },
  { token: 'webhook_first', last4: '0111', does: 'Is accepted; webhooks come before the answers.' },
  { token: 'webhook_late', last4: '0999', does: 'Is accepted; webhooks come two minutes late.' },
  {
    token: 'payout_returned',
    last4: '0446',
    does: "Is accepted; the farm's bank returns the payout.",
  },
  { token: 'disputed', last4: '0259', does: 'Is accepted; its bank takes the money back later.' },
] as const;
export type TestCard = (typeof TEST_CARDS)[number];
export type TestCardToken = TestCard['token'];

export function testCardOf(token: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.token === token);
}
