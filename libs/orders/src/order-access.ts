import { type QueryFilter, Types } from 'mongoose';
import type { Principal } from '#libs/platform';
import type { Order, Part } from './order.model.js';
import type { OrderViewer } from './order-dto.js';

/** The condition under which the caller may see an order; part of every query. */
export function visibleTo(reader: Principal): QueryFilter<Order> {
  switch (reader.role) {
    case 'admin':
      return {};
    case 'customer':
      return { 'customer._id': new Types.ObjectId(reader.userId) };
    case 'farmer':
      // A farmer without a farm sees no orders.
      return { 'parts.farmId': reader.farmId ? new Types.ObjectId(reader.farmId) : null };
  }
}

export function viewerOf(reader: Principal): OrderViewer {
  return reader.role === 'farmer' && reader.farmId
    ? { sees: 'farm', farmId: new Types.ObjectId(reader.farmId) }
    : { sees: 'all' };
}

export function mayChange(actor: Principal, part: Part): boolean {
  return actor.role !== 'farmer' || part.farmId.toString() === actor.farmId;
}
