import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OrderDto } from '#libs/contracts';
import { formatDate, formatQuantity } from '../../lib/format';
import { paths } from '../../lib/paths';
import { LoadingRows } from '../../ui/loading-rows';
import { ErrorState } from '../../ui/states';
import { ordersQueryOptions } from './orders';
import { ordersText } from './texts';

const LINES_MAX = 12;

interface RecentLine {
  readonly productId: string;
  readonly name: string;
  readonly image: string;
  readonly amount: string;
  readonly farmName: string;
  readonly orderedAt: string;
}

/** The products of a customer's latest orders, each once, newest first. */
export function recentLines(orders: readonly OrderDto[]): RecentLine[] {
  const lines = new Map<string, RecentLine>();
  for (const order of orders) {
    for (const part of order.parts) {
      for (const { productId, name, image, quantity, unit } of part.lines) {
        if (lines.has(productId)) continue;
        const amount = formatQuantity(quantity, unit);
        const { farmName } = part;
        lines.set(productId, {
          productId,
          name,
          image,
          amount,
          farmName,
          orderedAt: order.createdAt,
        });
      }
    }
  }
  return [...lines.values()].slice(0, LINES_MAX);
}

/** The customer's recently bought products, with links to their pages. */
export function RecentLines() {
  const query = useInfiniteQuery(ordersQueryOptions({}));
  if (query.isPending) return <LoadingRows />;
  if (query.data === undefined) {
    return (
      <ErrorState query={query} title={ordersText.loadErrorTitle} message={ordersText.loadError} />
    );
  }
  const lines = recentLines(query.data.pages.flatMap((page) => page.orders));
  // not an EmptyState: this is a minor part of its page
  if (lines.length === 0) return <p className="text-ink-soft">{ordersText.noRecent}</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {lines.map((line) => (
        <li
          key={line.productId}
          className="relative flex items-center gap-4 rounded-lg border border-rule bg-paper p-4 has-[a:hover]:border-leaf-ink"
        >
          <img
            src={line.image}
            alt=""
            width={64}
            height={64}
            loading="lazy"
            className="size-16 shrink-0 rounded-md bg-sunken object-contain p-1.5"
          />
          <span className="min-w-0">
            <Link
              to={paths.product(line.productId)}
              className="inline-block min-h-6 font-display text-lg font-semibold after:absolute after:inset-0"
            >
              {line.name}
            </Link>
            <span className="block text-sm text-ink-soft">{line.farmName}</span>
            <span className="block text-sm text-ink-soft">
              {line.amount} · {ordersText.orderedOn(formatDate(line.orderedAt))}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
