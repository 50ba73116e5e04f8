import { addDollars, type Statement, type StatementSummary } from '#libs/contracts';
import { formatMoney } from '../../../lib/text/format';
import { Card } from '../../../ui/card';
import { Tick } from '../../../ui/figure';
import { formatBalance, formatChange } from '../money-words';
import { booksText as text } from '../texts';

const ROWS = [
  'goods',
  'refunds',
  'marketFee',
  'deliveryShare',
  'cashTaken',
  'paid',
  'corrected',
] as const;
/** What is listed even if it is zero. */
const ALWAYS: readonly string[] = ['goods', 'marketFee', 'cashTaken'];

/** From the balance before a month to the one at its end, like a receipt. */
export function MonthSums({
  summary: { opening, closing },
  totals,
}: {
  summary: StatementSummary;
  totals: Statement['totals'];
}) {
  const { goods, marketFee, refunds } = totals;
  const kept = addDollars(goods, refunds, marketFee);
  const rows = ROWS.filter((name) => totals[name] !== 0 || ALWAYS.includes(name));
  return (
    <Card compact className="print:max-w-sm print:border-0">
      <dl aria-label={text.sums} className="grid gap-1.5 tabular-nums">
        <Row label={text.opening} value={formatBalance(opening)} />
        {rows.map((name) => (
          <Row key={name} label={text[name]} value={formatChange(totals[name])} />
        ))}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-2 text-lg font-semibold">
          <dt>{text.closing}</dt>
          <dd>
            <Tick>{formatBalance(closing)}</Tick>
          </dd>
        </div>
      </dl>
      {/* below zero, refunds of goods of earlier months are more than all of this one */}
      {goods > 0 && kept >= 0 && (
        <p className="mt-3">
          {text.monthEarned({
            paid: formatMoney(goods),
            kept: formatMoney(kept),
            fee: formatMoney(addDollars(-marketFee)),
            back: refunds === 0 ? null : formatMoney(addDollars(-refunds)),
          })}
        </p>
      )}
      <p className="mt-2 text-sm text-ink-soft print:text-ink">{text.sign}</p>
    </Card>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft print:text-ink">{label}</dt>
      <dd>
        <Tick>{value}</Tick>
      </dd>
    </div>
  );
}
