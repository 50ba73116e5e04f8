import { type QueryFilter, Types } from 'mongoose';
import {
  type Day,
  type OrderStatusFilter,
  type OrdersFilter,
  orderStatusOf,
  orderStatusSchema,
  type PartDay,
  type PartStatus,
  partStatusSchema,
  statusFits,
} from '#libs/contracts';
import { decodeTimeCursor, type Principal } from '#libs/platform';
import type { Order, Part } from './order.model.js';
import { visibleTo } from './order-access.js';
import { searchFilter } from './order-search.js';

/**
 * The query for a reader's filter; always limited to what they may see. `customerId` is the user whose e-mail is `q`,
 * null if nobody has it, undefined if `q` is not an e-mail.
 */
export function ordersFilter(
  reader: Principal,
  filter: OrdersFilter,
  customerId?: Types.ObjectId | null,
): QueryFilter<Order> {
  const { status, customer, q, from, to } = filter;
  const part = partFilter(reader, filter);
  return {
    $and: [
      ...partConditions(reader, part),
      visibleTo(reader),
      // A farmer filters by the status of their own part, which `partFilter` checks.
      ...(status && reader.role !== 'farmer' ? [statusFilter(status)] : []),
      ...(filter.farm && reader.role === 'farmer'
        ? [{ 'parts.farmId': new Types.ObjectId(filter.farm) }]
        : []),
      ...(customer ? [{ 'customer._id': new Types.ObjectId(customer) }] : []),
      ...(customerId !== undefined
        ? [{ 'customer._id': customerId }]
        : q === undefined
          ? []
          : searchFilter(q)),
      // A single condition, so that an index can count the range.
      ...(from || to
        ? [
            {
              createdAt: {
                ...(from && { $gte: new Date(from) }),
                ...(to && { $lt: new Date(to) }),
              },
            },
          ]
        : []),
    ],
  };
}

/** The orders after a page cursor, newest first. */
export function olderThan(cursor: string): QueryFilter<Order> {
  const { at: createdAt, id } = decodeTimeCursor(cursor);
  return {
    // Redundant, but bounds the index scan.
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: new Types.ObjectId(id) } }],
  };
}

/** Whether a part matches the filter, for exports with rows per part. */
export function partMatches(reader: Principal, filter: OrdersFilter, part: Part): boolean {
  const { farmId, status, fulfilment, 'slot.date': date } = partFilter(reader, filter) ?? {};
  return (
    (farmId === undefined || (farmId !== null && part.farmId.equals(farmId))) &&
    (status === undefined || status.$in.includes(part.status)) &&
    (fulfilment === undefined || part.fulfilment === fulfilment) &&
    (date === undefined || (part.slot?.date ?? null) === date)
  );
}

interface PartFilter {
  readonly farmId?: Types.ObjectId | null;
  readonly status?: { readonly $in: PartStatus[] };
  readonly fulfilment?: Part['fulfilment'];
  /** Null for parts without a slot. */
  readonly 'slot.date'?: Day | null;
}

/** The condition on a part that it is on a day, or without one. */
export const onDay = (day: PartDay): { 'slot.date': Day | null } => ({
  'slot.date': day === 'none' ? null : day,
});

function partFilter(
  reader: Principal,
  { status, partStatus, fulfilment, day, farm }: OrdersFilter,
): PartFilter | null {
  const farmer = reader.role === 'farmer';
  const wanted = partStatusSchema.options.filter(
    (one) =>
      (partStatus === undefined || one === partStatus) &&
      (!farmer || statusFits(status, orderStatusOf([one]))),
  );
  const byStatus = wanted.length < partStatusSchema.options.length;
  const farmId = farmer ? reader.farmId : farm;
  if (!farmer && !farmId && !byStatus && !fulfilment && !day) return null;
  return {
    ...((farmer || farmId) && { farmId: farmId ? new Types.ObjectId(farmId) : null }),
    ...(byStatus && { status: { $in: wanted } }),
    ...(fulfilment && { fulfilment }),
    ...(day && onDay(day)),
  };
}

/** An equality condition if only one status matches, so that an index can count it. */
function statusFilter(filter: OrderStatusFilter): QueryFilter<Order> {
  const fitting = orderStatusSchema.options.filter((status) => statusFits(filter, status));
  const [only] = fitting;
  return { status: fitting.length === 1 && only ? only : { $in: fitting } };
}

/** An index alone can count a single condition; several must match the same part, which needs `$elemMatch`. */
function partConditions({ role }: Principal, part: PartFilter | null): QueryFilter<Order>[] {
  if (!part) return [];
  const [first, ...others] = Object.entries(part);
  if (!first) return [];
  if (others.length > 0) return [{ parts: { $elemMatch: part } }];
  const [name, value] = first;
  // `visibleTo` already limits a farmer to their own parts.
  return role === 'farmer' ? [] : [{ [`parts.${name}`]: value }];
}
