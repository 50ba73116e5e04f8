import type { Cents, RefundTo } from '#libs/contracts';
import type { Line, Refund } from './order.model.js';

type Given = Pick<Refund, 'to' | 'lines'>;

/** What was given back, in cents: as it was paid, and as store credit. */
export function refundSums(refunds: readonly Given[]): Record<RefundTo, Cents> {
  const sums = { tender: 0, credit: 0 };
  for (const { to, lines } of refunds) for (const { cents } of lines) sums[to] += cents;
  return sums;
}

/** The same of one line of a part. */
export const lineRefundSums = (
  { refunds = [] }: { readonly refunds?: readonly Given[] },
  { productId }: Pick<Line, 'productId'>,
): Record<RefundTo, Cents> =>
  refundSums(
    refunds.map(({ to, lines }) => ({
      to,
      lines: lines.filter((line) => line.productId.equals(productId)),
    })),
  );
