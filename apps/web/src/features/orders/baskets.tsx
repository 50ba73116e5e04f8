import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OrderDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatDate, formatMoney } from '../../lib/text/format';
import { Card, SectionTitle } from '../../ui/card';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { Thumb } from '../../ui/thumb';
import { BuyAgain } from './buy-again';
import { ordersQueryOptions } from './orders';
import { ordersText } from './texts';

const BASKETS_MAX = 3;
const PICTURES_MAX = 6;

const linesOf = ({ parts }: OrderDto) => parts.flatMap(({ lines }) => lines);

/** The latest order of each set of products. */
export function basketsOf(orders: readonly OrderDto[]): OrderDto[] {
  const baskets = new Map<string, OrderDto>();
  for (const order of orders) {
    const content = linesOf(order).map(({ productId }) => productId);
    const key = content.sort().join();
    if (!baskets.has(key)) baskets.set(key, order);
  }
  return [...baskets.values()].slice(0, BASKETS_MAX);
}

/** Earlier orders as filled baskets, each put into the cart by one button. */
export function Baskets() {
  const query = useInfiniteQuery(ordersQueryOptions({ status: 'Delivered' }));
  const baskets = basketsOf(query.data?.pages.flatMap((page) => page.orders) ?? []);
  const hasFailed = query.data === undefined && query.isError;
  return (
    <section aria-labelledby="baskets">
      <SectionTitle id="baskets">{ordersText.again}</SectionTitle>
      {query.isPending && <LoadingRows />}
      {hasFailed && (
        <ErrorState
          query={query}
          title={ordersText.loadErrorTitle}
          message={ordersText.loadError}
        />
      )}
      {query.data !== undefined && baskets.length === 0 && (
        <p className="text-ink-soft">{ordersText.noBaskets}</p>
      )}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {baskets.map((order) => (
          <li key={order._id}>
            <Basket order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Basket({ order }: { order: OrderDto }) {
  const lines = linesOf(order);
  const titleId = `basket-${order._id}`;
  return (
    <Card as="article" aria-labelledby={titleId} compact className="flex h-full flex-col gap-3">
      <ul className="flex -space-x-2" aria-hidden="true">
        {lines.slice(0, PICTURES_MAX).map(({ productId, image }) => (
          <li key={productId}>
            <Thumb src={image} className="size-12 rounded-full border-2 border-paper" />
          </li>
        ))}
      </ul>
      <div className="flex-1">
        <h3 id={titleId} className="text-xl">
          <Link to={paths.order(order._id)} className="hover:underline">
            {ordersText.items(lines.length)}, {formatMoney(order.goodsTotal)}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-2">{lines.map(({ name }) => name).join(', ')}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {ordersText.orderedOn(formatDate(order.createdAt))}
        </p>
      </div>
      <BuyAgain order={order} label={ordersText.fillCart} />
    </Card>
  );
}
