import { addDollars, type PackingSlip, slotText } from '#libs/contracts';
import { useNow } from '../../../lib/browser/timers';
import { cx } from '../../../lib/cx';
import { formatDate, formatMoney, marketZone } from '../../../lib/text/format';
import { amountText, shownLines } from '../shorts/amounts';
import { packingSlipText as text } from '../texts';

export type Paper = 'a4' | 'label';

/** The printed slip. The order's code is the largest text, because people look for it. */
export function SlipSheet({ slip, paper }: { slip: PackingSlip; paper: Paper }) {
  const small = paper === 'label';
  const now = useNow();
  return (
    <article
      aria-labelledby={`slip-${slip.orderId}`}
      className={cx(
        'slip w-full rounded-md border border-rule bg-paper',
        small ? 'slip-label max-w-[24rem] p-4 text-sm' : 'slip-a4 max-w-2xl p-6 sm:p-10',
      )}
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-ink pb-3">
        <h2
          id={`slip-${slip.orderId}`}
          className={cx(
            'font-sans font-bold tracking-wide whitespace-nowrap',
            small ? 'text-2xl' : 'text-[1.75rem] sm:text-4xl',
          )}
        >
          {slip.code}
        </h2>
        <p>
          <span className="text-ink-soft">{text.from} </span>
          <strong>{slip.farmName}</strong>
        </p>
      </header>
      <div className={cx('grid gap-4 py-4', !small && 'sm:grid-cols-2')}>
        <Destination slip={slip} />
        {slip.slot && (
          <div>
            <p className="font-semibold">{text.slot}</p>
            <time dateTime={slip.slot.startAt}>{slotText(slip.slot, now, marketZone())}</time>
          </div>
        )}
        {!small && (
          <div>
            <p className="font-semibold">{text.placed}</p>
            <time dateTime={slip.placedAt}>{formatDate(slip.placedAt)}</time>
          </div>
        )}
      </div>
      <Lines slip={slip} small={small} />
      {slip.notes.length > 0 && (
        <div className="mt-4 rounded-sm border border-rule p-3">
          <p className="font-semibold">{text.notes}</p>
          {slip.notes.map((note) => (
            <p key={note}>{text.because(note)}</p>
          ))}
        </div>
      )}
      <Sums slip={slip} />
    </article>
  );
}

function Destination({ slip: { fulfilment, address, pickupPlace } }: { slip: PackingSlip }) {
  return (
    <div>
      <p className="font-semibold">{text[fulfilment]}</p>
      {address === null ? (
        <p>{pickupPlace ?? text.atFarm}</p>
      ) : (
        <address className="not-italic">
          {address.line1}
          <br />
          {address.line2 && (
            <>
              {address.line2}
              <br />
            </>
          )}
          <bdi>{address.city}</bdi>, {address.state} {address.postalCode}
        </address>
      )}
    </div>
  );
}

function Lines({ slip, small }: { slip: PackingSlip; small: boolean }) {
  const cell = small ? 'py-1' : 'py-2';
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{text.content}</caption>
      <thead>
        <tr className="border-b border-ink text-left">
          <th scope="col" className={cx(cell, 'pr-3')}>
            {text.amount}
          </th>
          <th scope="col" className={cell}>
            {text.product}
          </th>
          <th scope="col" className={cx(cell, 'pl-3 text-right')}>
            {text.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {shownLines(slip.lines, slip).map((line) => (
          <tr
            key={`${line.productId} ${line.unit}`}
            className="break-inside-avoid border-b border-rule align-top"
          >
            <td className={cx(cell, 'pr-3 font-semibold tabular-nums')}>
              {amountText(line, line.unit)}
            </td>
            <th scope="row" className={cx(cell, 'text-left font-normal')}>
              <span className={cx(line.quantity === 0 && 'line-through')}>{line.name}</span>
              {line.note && <em className="block text-sm">{text.because(line.note)}</em>}
            </th>
            <td className={cx(cell, 'pl-3 text-right tabular-nums')}>{formatMoney(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sums({ slip: { goodsTotal, payment } }: { slip: PackingSlip }) {
  const { method, status, deliveryFee, toCollect } = payment;
  // what is not collected of a part that no card pays
  const isOpen = status === 'due' && method !== 'card';
  const credit = isOpen ? addDollars(goodsTotal, deliveryFee, -toCollect) : 0;
  return (
    <dl className="mt-4 ml-auto grid max-w-xs gap-1 tabular-nums">
      <div className="flex justify-between gap-4">
        <dt>{text.goods}</dt>
        <dd>{formatMoney(goodsTotal)}</dd>
      </div>
      {deliveryFee > 0 && (
        <div className="flex justify-between gap-4">
          <dt>{text.fee}</dt>
          <dd>{formatMoney(deliveryFee)}</dd>
        </div>
      )}
      {credit > 0 && (
        <div className="flex justify-between gap-4">
          <dt>{text.credit}</dt>
          <dd>−{formatMoney(credit)}</dd>
        </div>
      )}
      <div className="flex justify-between gap-4 border-t-2 border-ink pt-1 text-lg font-bold">
        {status === 'due' ? (
          <>
            <dt>{text.collect}</dt>
            <dd>{formatMoney(toCollect)}</dd>
          </>
        ) : (
          <dt>{status === 'paid' ? text.paid : text.void}</dt>
        )}
      </div>
    </dl>
  );
}
