import type { OrderDto } from '#libs/contracts';
import { ordersText } from './texts';

const stepOrder = Object.keys(ordersText.next);
const stepOf = (order: OrderDto) => stepOrder.indexOf(order.parts[0]?.status ?? '');

const sorts = {
  newest: null,
  oldest: (a: OrderDto, b: OrderDto) => a.createdAt.localeCompare(b.createdAt),
  total: (a: OrderDto, b: OrderDto) => b.totalPrice - a.totalPrice,
  customer: (a: OrderDto, b: OrderDto) => a.customer.name.localeCompare(b.customer.name),
  step: (a: OrderDto, b: OrderDto) => stepOf(a) - stepOf(b),
} as const;

export type SortName = keyof typeof sorts;
export const sortNames = Object.keys(sorts) as readonly SortName[];

export const sortOf = (name: string | null): SortName =>
  sortNames.find((one) => one === name) ?? 'newest';

/** The orders sorted by `sort`; unchanged for the list's own order, newest first. */
export function sortedOrders(orders: readonly OrderDto[], sort: SortName): readonly OrderDto[] {
  const compare = sorts[sort];
  if (compare === null) return orders;
  return [...orders].sort((a, b) => compare(a, b) || (a._id < b._id ? -1 : 1));
}
