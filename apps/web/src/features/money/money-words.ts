import { addDollars, type StatementEntry } from '#libs/contracts';
import { formatLongDay, formatMoney } from '../../lib/text/format';
import { type deskText, booksText as text } from './texts';

/** A fee rate, on one line: `8 %`, `7.5 %`. */
export const percent = (feeRate: number): string => `${feeRate / 100}\u00a0%`;

/** A balance in words, from one side: what the market owes is above zero. */
export function balanceWords(
  balance: number,
  { owes, isOwed, even }: typeof text.balances | typeof deskText.balances,
): string {
  if (balance === 0) return even;
  return balance < 0 ? owes(formatMoney(-balance)) : isOwed(formatMoney(balance));
}

/** A balance: `$4.99`, `−$3.37`. */
export const formatBalance = (dollars: number): string =>
  `${dollars < 0 ? '−' : ''}${formatMoney(Math.abs(dollars))}`;

/** A change of a balance: `+$4.99`, `−$3.37`. */
export const formatChange = (dollars: number): string =>
  `${dollars > 0 ? '+' : ''}${formatBalance(dollars)}`;

/** What an entry moved, a sentence for each thing. Below zero is what a mistake that was put right takes back. */
export function entryWords(entry: StatementEntry): string[] {
  const { goods, marketFee, deliveryShare, creditSpent, feeTaken, feeRate, paidOn } = entry;
  const { paid, corrected, refunds } = entry;
  const of = (dollars: number) => formatMoney(Math.abs(dollars));
  const shares = { paid: of(goods), kept: of(addDollars(goods, marketFee)), fee: of(marketFee) };
  const day = paidOn === null ? '' : formatLongDay(paidOn);
  const isTakenBack = entry.journals.some(({ kind }) => kind === 'payout');
  return [
    goods > 0 ? text.earned({ ...shares, rate: percent(feeRate ?? 0) }) : '',
    goods < 0 ? text.earnedBack(shares) : '',
    goods > 0 && creditSpent > 0 ? text.creditSpent(of(creditSpent)) : '',
    ...deliveryWords(addDollars(-feeTaken), deliveryShare),
    goods === 0 && refunds < 0 ? text.refunded(of(refunds), of(marketFee)) : '',
    goods === 0 && refunds > 0 ? text.refundedBack(of(refunds), of(marketFee)) : '',
    paid < 0 ? text.payout(of(paid), day) : '',
    paid > 0 && !isTakenBack ? text.paymentBy(of(paid), day) : '',
    paid > 0 && isTakenBack ? text.payoutBack(of(paid)) : '',
    inWords(corrected, text.correctedUp, text.correctedDown),
  ].filter((words) => words !== '');
}

function deliveryWords(collected: number, share: number): string[] {
  if (collected > 0 && collected === share) return [text.kept(formatMoney(share))];
  return [
    inWords(collected, text.collected, text.collectedBack),
    inWords(share, text.shared, text.sharedBack),
  ];
}

function inWords(
  dollars: number,
  above: (amount: string) => string,
  below: (amount: string) => string,
): string {
  if (dollars === 0) return '';
  return dollars > 0 ? above(formatMoney(dollars)) : below(formatMoney(-dollars));
}
