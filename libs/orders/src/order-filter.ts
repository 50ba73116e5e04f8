import { type QueryFilter, Types } from 'mongoose';
import {
  type OrdersFilter,
  orderStatusOf,
  type PartStatus,
  partStatusSchema,
} from '#libs/contracts';
import { decodeTimeCursor, escapeRegex, type Principal } from '#libs/platform';
import type { Order, Part } from './order.model.js';
import { visibleTo } from './order-access.js';
import { searchedBeginnings } from './order-search.js';

/**
 * The condition for the orders that a reader asks for; it never widens what they may see. `customerId` is whom an
 * e-mail in `q` belongs to, null for nobody.
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
      ...withPart(reader, part),
      visibleTo(reader),
      // A farm goes by its own part, which `partFilter` asks for.
      ...(status && reader.role !== 'farmer' ? [{ status }] : []),
      ...(filter.farm && reader.role === 'farmer'
        ? [{ 'parts.farmId': new Types.ObjectId(filter.farm) }]
        : []),
      ...(customer ? [{ 'customer._id': new Types.ObjectId(customer) }] : []),
      ...foundBy(q, customerId),
      // one condition, so that an index can count what lies between
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

/** The orders behind a page marker, newest first. */
export function olderThan(cursor: string): QueryFilter<Order> {
  const { at: createdAt, id } = decodeTimeCursor(cursor);
  return {
    // Says no more than the line below, but bounds the index.
    createdAt: { $lte: createdAt },
    $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: new Types.ObjectId(id) } }],
  };
}

/** Whether one part is what the reader asked for, for rows that are about parts. */
export function isWanted(reader: Principal, filter: OrdersFilter, part: Part): boolean {
  const { farmId, status, fulfilment } = partFilter(reader, filter) ?? {};
  return (
    (farmId === undefined || (farmId !== null && part.farmId.equals(farmId))) &&
    (status === undefined || status.$in.includes(part.status)) &&
    (fulfilment === undefined || part.fulfilment === fulfilment)
  );
}

interface PartFilter {
  readonly farmId?: Types.ObjectId | null;
  readonly status?: { readonly $in: PartStatus[] };
  readonly fulfilment?: Part['fulfilment'];
}

function partFilter(
  reader: Principal,
  { status, partStatus, fulfilment, farm }: OrdersFilter,
): PartFilter | null {
  const farmer = reader.role === 'farmer';
  const wanted = partStatusSchema.options.filter(
    (one) =>
      (partStatus === undefined || one === partStatus) &&
      (!farmer || status === undefined || orderStatusOf([one]) === status),
  );
  const byStatus = wanted.length < partStatusSchema.options.length;
  const farmId = farmer ? reader.farmId : farm;
  if (!farmer && !farmId && !byStatus && !fulfilment) return null;
  return {
    ...((farmer || farmId) && { farmId: farmId ? new Types.ObjectId(farmId) : null }),
    ...(byStatus && { status: { $in: wanted } }),
    ...(fulfilment && { fulfilment }),
  };
}

/** One condition alone is left to an index, which can count without a look at the orders; two have to meet in one part. */
function withPart({ role }: Principal, part: PartFilter | null): QueryFilter<Order>[] {
  if (!part) return [];
  const [first, ...more] = Object.entries(part);
  if (!first) return [];
  if (more.length > 0) return [{ parts: { $elemMatch: part } }];
  const [name, value] = first;
  // a farm's own parts are what `visibleTo` asks for
  return role === 'farmer' ? [] : [{ [`parts.${name}`]: value }];
}

function foundBy(
  q: string | undefined,
  customerId: Types.ObjectId | null | undefined,
): QueryFilter<Order>[] {
  if (q === undefined) return [];
  if (customerId !== undefined) return [{ 'customer._id': customerId }];
  const $in = searchedBeginnings(q).map((text) => new RegExp(`^${escapeRegex(text)}`));
  return $in.length > 0 ? [{ search: { $in } }] : [];
}
