import { Link } from 'react-router-dom';
import type { PickList } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { Thumb } from '../../../ui/thumb';
import { amountText } from '../shorts/amounts';
import { hitsOf, sumOf } from '../shorts/share';
import { ShortProduct } from '../shorts/short-product';
import { pickListText as text } from '../texts';
import type { Batch } from '../use-batch';
import { PickBox } from './pick-box';
import type { Picks } from './use-picks';

/** One row per product with the total of all orders, and a checkbox. */
export function ProductsToPick({
  list,
  picks,
  batch,
}: {
  list: PickList;
  picks: Picks;
  batch: Batch;
}) {
  return (
    <ul aria-label={text.productsCaption} className="grid gap-3 print:gap-0">
      {list.products.map((product) => {
        const { productId, name, image, unit, quantity } = product;
        const hits = hitsOf(list, productId, unit);
        const wanted = hits.filter(({ ordered }) => ordered > 0);
        const ordered = sumOf(wanted.map((hit) => hit.ordered));
        return (
          <li
            key={`${productId} ${unit}`}
            className="flex break-inside-avoid flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-rule bg-paper p-4 print:rounded-none print:border-x-0 print:border-t-0 print:px-0 print:py-2"
          >
            <PickBox name={name} id={`${productId} ${unit}`} quantity={quantity} picks={picks} />
            <Thumb src={image} className="hidden size-11 rounded-md xs:block print:hidden" />
            <span className="min-w-0 flex-1 basis-32 font-display text-xl font-semibold">
              {quantity === 0 ? <s>{name}</s> : name}
            </span>
            <span
              className={cx(
                'font-display whitespace-nowrap tabular-nums',
                quantity === 0 ? 'text-xl text-ink-soft' : 'text-2xl font-semibold',
              )}
            >
              {amountText({ quantity, ordered }, unit)}
            </span>
            {wanted.length > 0 && (
              <span className="print:hidden">
                <ShortProduct product={product} hits={wanted} batch={batch} />
              </span>
            )}
            <ul className="flex w-full flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft sm:pl-10">
              {hits.map((order) => (
                <li key={order.orderId} className="inline-flex flex-wrap items-center gap-x-1.5">
                  <Link
                    to={paths.order(order.orderId)}
                    className="inline-flex min-h-6 items-center font-semibold underline underline-offset-2 print:no-underline"
                  >
                    {order.quantity === 0 ? <s>{order.code}</s> : order.code}
                  </Link>
                  <span className="tabular-nums">{amountText(order, unit)}</span>
                  {order.note && <em>{text.because(order.note)}</em>}
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
