import type { ReactNode } from 'react';
import { addDollars } from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { Card } from '../../ui/card';
import type { Fees } from './cart-math';
import { cartPageText } from './texts';

/** The progress to free delivery. */
function FreeDelivery({ fees }: { fees: Fees }) {
  const limit = fees.goods + fees.missing;
  const share = fees.missing === 0 ? 1 : fees.goods / limit;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold text-leaf-ink">
        {fees.missing === 0
          ? cartPageText.freeNow
          : cartPageText.untilFreeDelivery(formatMoney(fees.missing))}
      </p>
      <progress
        aria-label={cartPageText.progress}
        value={Math.round(share * 100)}
        max={100}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  );
}

function Row({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div
      className={
        strong
          ? 'flex items-baseline justify-between border-t-2 border-ink pt-3 font-display text-2xl font-semibold'
          : 'flex items-baseline justify-between'
      }
    >
      <dt>{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}

/** The totals, styled as a receipt; `children` is the order button, on small screens in a bar with the total. */
export function OrderSummary({
  fees,
  delivers,
  credit = 0,
  children,
}: {
  fees: Fees;
  delivers: boolean;
  /** Dollars that store credit pays. */
  credit?: number;
  children?: ReactNode;
}) {
  const toPay = addDollars(fees.total, -credit);
  const totalLabel = credit > 0 ? cartPageText.toPay : cartPageText.total;
  return (
    <Card as="section" aria-labelledby="summary" className="grid gap-4 lg:sticky lg:top-24">
      <h2 id="summary" className="text-2xl">
        {cartPageText.review}
      </h2>
      {delivers && <FreeDelivery fees={fees} />}
      <dl className="grid gap-2">
        <Row label={cartPageText.goods} value={formatMoney(fees.goods)} />
        <Row
          label={cartPageText.fee}
          value={fees.delivery === 0 ? cartPageText.free : formatMoney(fees.delivery)}
        />
        {credit > 0 && (
          <>
            <Row label={cartPageText.total} value={formatMoney(fees.total)} />
            <Row label={cartPageText.credit} value={`−${formatMoney(credit)}`} />
          </>
        )}
        <Row label={totalLabel} value={formatMoney(toPay)} strong />
      </dl>
      {children !== undefined && (
        <div className="action-bar gap-4 print:hidden">
          <p className="shrink-0 leading-tight lg:hidden" aria-hidden="true">
            <span className="block text-xs text-ink-soft">{totalLabel}</span>
            <span className="font-display text-xl font-semibold tabular-nums">
              {formatMoney(toPay)}
            </span>
          </p>
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      )}
    </Card>
  );
}
