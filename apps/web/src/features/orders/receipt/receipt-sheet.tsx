import { Fragment } from 'react';
import {
  cardText,
  type OrderDto,
  type OrderPart,
  type OrderReceiptDto,
  type Receipt,
  type ReceiptPart,
  type ReceiptTender,
} from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { formatDate, formatMoney } from '../../../lib/text/format';
import { statusText } from '../../../ui/texts';
import { LineAmount } from '../line-amount';
import { changesOf } from '../order-timeline';
import { Sum } from '../sum';
import { ordersText } from '../texts';
import { receiptText as text } from './texts';

/** Who runs the market. */
export interface Sender {
  readonly name: string;
  readonly address: readonly string[];
  readonly email: string;
}

/** The printed receipt: farm by farm what came, the sums, and how they were paid. */
export function ReceiptSheet({
  order,
  receipt,
  farms,
  sender,
}: {
  order: OrderDto;
  receipt: Receipt;
  farms: OrderReceiptDto['farms'];
  sender: Sender;
}) {
  const { parts, ended, open } = receipt;
  return (
    <article
      aria-labelledby="receipt"
      className="slip slip-a4 w-full max-w-3xl rounded-md border border-rule bg-paper p-4 wrap-anywhere sm:p-10"
    >
      <header className="grid gap-4 border-b-2 border-ink pb-4 sm:grid-cols-2 print:grid-cols-2">
        <div>
          <h1 id="receipt" className="font-sans text-2xl font-bold sm:text-3xl">
            {text.receipt} <span className="whitespace-nowrap">{order.code}</span>
          </h1>
          <p>
            <span className="text-ink-soft">{text.ordered}</span>{' '}
            <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </p>
          <p>
            <span className="text-ink-soft">{text.customer}</span>{' '}
            <strong>
              <bdi>{order.customer.name}</bdi>
            </strong>
          </p>
        </div>
        <address className="text-sm not-italic sm:text-right print:text-right">
          <span className="block text-ink-soft">{text.through}</span>
          <strong className="block">{sender.name}</strong>
          {[...sender.address, sender.email].map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </header>
      {open > 0 && <p className="mt-4 font-semibold">{text.open(open)}</p>}
      {parts.map((one) => (
        <FarmPart
          key={one.part._id}
          receiptPart={one}
          farm={farms.find(({ _id }) => _id === one.part.farmId)}
        />
      ))}
      {ended.map((part) => (
        <p key={part._id} className="mt-4">
          {text.ended(part.farmName, statusText[part.status])}
        </p>
      ))}
      <Sums receipt={receipt} />
    </article>
  );
}

function FarmPart({
  receiptPart: { part, deliveredAt, lines, refunded },
  farm,
}: {
  receiptPart: ReceiptPart;
  farm: OrderReceiptDto['farms'][number] | undefined;
}) {
  const titleId = `receipt-${part._id}`;
  const when = formatDate(deliveredAt);
  return (
    <section aria-labelledby={titleId} className="mt-6">
      <div className="break-after-avoid">
        <h2 id={titleId} className="font-sans text-xl font-bold">
          <bdi>{part.farmName}</bdi>
        </h2>
        {farm !== undefined && <p className="text-sm">{farm.address}</p>}
        <p className="text-sm">
          {part.fulfilment === 'delivery' ? text.delivered(when) : text.collected(when)}
        </p>
      </div>
      <Lines part={part} lines={lines} />
      <Changes part={part} />
      <dl className="mt-2 ml-auto grid max-w-xs gap-1 break-inside-avoid tabular-nums">
        <Sum label={text.part(part.farmName)} value={formatMoney(part.subtotal)} />
        {refunded > 0 && <Sum label={text.givenBack} value={`−${formatMoney(refunded)}`} />}
      </dl>
    </section>
  );
}

function Lines({ part, lines }: { part: OrderPart; lines: OrderPart['lines'] }) {
  const right = 'pl-3 text-right tabular-nums';
  return (
    <table className="mt-2 w-full border-collapse">
      <caption className="sr-only">{text.lines(part.farmName)}</caption>
      <thead>
        <tr className="border-b border-ink text-left">
          <th scope="col" className="py-2">
            {text.product}
          </th>
          <th scope="col" className={cx('py-2', right)}>
            {text.price}
          </th>
          <th scope="col" className={cx('py-2', right)}>
            {text.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.productId} className="break-inside-avoid border-b border-rule align-top">
            <th scope="row" className="py-2 text-left font-normal">
              <span className={cx(line.quantity === 0 && 'line-through')}>{line.name}</span>
              <span className="block text-sm">
                <LineAmount line={line} />
              </span>
            </th>
            <td className={cx('py-2', right)}>{formatMoney(line.price)}</td>
            <td className={cx('py-2', right)}>{formatMoney(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Changes({ part }: { part: OrderPart }) {
  const changes = changesOf(part);
  if (changes.length === 0) return null;
  return (
    <div className="mt-2 text-sm">
      <p className="font-semibold">{text.changes}</p>
      <ul>
        {changes.map((change) => (
          <li key={change.at}>{changeWords(change)}</li>
        ))}
      </ul>
    </div>
  );
}

/** `November 20, 2026, Less comes: Kale: 2 bunches → 1 bunch (Not harvested)`. */
function changeWords({ at, title, lines, reason, declineReason }: ReturnType<typeof changesOf>[0]) {
  const why = reason ?? (declineReason && ordersText.declineReasons[declineReason]);
  return `${formatDate(at)}, ${title}: ${lines.join(', ')}${why ? ` (${why})` : ''}`;
}

function Sums({ receipt: { goods, deliveryFee, total, tenders, due } }: { receipt: Receipt }) {
  return (
    <dl
      aria-label={text.sums}
      className="mt-6 ml-auto grid max-w-xs gap-1 break-inside-avoid border-t border-ink pt-3 tabular-nums"
    >
      <Sum label={text.goods} value={formatMoney(goods)} />
      {deliveryFee > 0 && <Sum label={text.delivery} value={formatMoney(deliveryFee)} />}
      <div className="flex justify-between gap-4 border-t-2 border-ink pt-1 text-lg font-bold">
        <dt>{text.sum}</dt>
        <dd>{formatMoney(total)}</dd>
      </div>
      {tenders.map((tender) => (
        <Fragment key={tenderName(tender)}>
          {tender.paid > 0 && (
            <Sum label={text.paidBy(tenderName(tender))} value={formatMoney(tender.paid)} />
          )}
          {tender.refunded > 0 && (
            <Sum
              label={text.backTo(tenderName(tender))}
              value={`−${formatMoney(tender.refunded)}`}
            />
          )}
        </Fragment>
      ))}
      {due > 0 && <Sum label={text.due} value={formatMoney(due)} />}
    </dl>
  );
}

function tenderName(tender: ReceiptTender): string {
  if (tender.kind === 'card') return cardText(tender);
  return tender.kind === 'cash' ? text.cash : text.credit;
}
