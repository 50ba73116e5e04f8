import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { OrderDto, ProductDto } from '#libs/contracts';
import { lazyPart } from '../../../lib/api/chunks';
import { useNow } from '../../../lib/browser/timers';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { ordersQueryOptions } from '../orders';
import { addText, type OpenPart, openPartOf } from './open-part';
import { addToOrderText as text } from './texts';

const AddPanel = lazyPart(() => import('./add-panel'));

interface Props {
  readonly product: ProductDto;
  /** With what the panel begins. */
  readonly quantity: number;
}

/**
 * Adds a product to the customer's open order at its farm: live, one request for all products. Nothing while there is
 * no such order.
 */
export default function AddToOrder({ product, quantity }: Props) {
  const { data: orders } = useInfiniteQuery({
    ...ordersQueryOptions({ status: 'Processing' }),
    select: ({ pages }) =>
      pages
        .flatMap((page) => page.orders)
        .filter(({ parts }) => parts.some(({ farmId }) => farmId === product.farmId)),
  });
  return (
    orders && orders.length > 0 && <AtFarm product={product} quantity={quantity} orders={orders} />
  );
}

function AtFarm({ product, quantity, orders }: Props & { readonly orders: readonly OrderDto[] }) {
  const cutOffs = orders.flatMap(({ parts }) =>
    parts.flatMap(({ slot }) => (slot ? [Date.parse(slot.cutOffAt)] : [])),
  );
  const open = openPartOf(orders, product.farmId, useNow(60_000, cutOffs));
  /** What the panel was opened for: it stays, with what was typed, when the order closes meanwhile. */
  const [opened, setOpened] = useState<OpenPart | null>(null);
  const { status, stock, holidayUntil, available, minimum } = product;
  const isSold =
    status === 'live' && holidayUntil === null && stock !== 'sold_out' && available >= minimum;
  return (
    <>
      {open && isSold && (
        <Button
          full
          tone="outline"
          icon={<Icon of={CalendarPlus} size={18} className="shrink-0 @max-md:hidden" />}
          aria-label={text.addOf(addText(open.part), product.name)}
          aria-haspopup="dialog"
          onClick={() => setOpened(open)}
        >
          {addText(open.part)}
        </Button>
      )}
      {opened && (
        <Suspense>
          <AddPanel
            product={product}
            quantity={quantity}
            target={currentOf(opened, orders)}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The part as it is now. */
function currentOf(opened: OpenPart, orders: readonly OrderDto[]): OpenPart {
  const order = orders.find(({ _id }) => _id === opened.order._id);
  const part = order?.parts.find(({ _id }) => _id === opened.part._id);
  return order && part ? { order, part } : opened;
}
