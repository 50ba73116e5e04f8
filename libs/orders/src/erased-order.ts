import type { Types } from 'mongoose';
import { erasedAddress, pseudonymOf } from '#libs/contracts';
import type { Actor, Order, Part } from './order.model.js';
import { orderTerms } from './order-search.js';

type Erasable = Pick<Order, 'customer' | 'address' | 'notes' | 'search' | 'parts'>;

/**
 * What of an order changes when a person's account is deleted. Of their own order, their name, where it went and their
 * words go; products, amounts, days and money stay. Of others' orders, only their name as one who worked on it goes.
 */
export function erasedOrder(order: Order, userId: Types.ObjectId): Erasable {
  const { customer, address, notes, search } = order;
  const isOwn = customer._id.equals(userId);
  const name = pseudonymOf(userId.toString());
  const isActor = (by: Actor) =>
    by.userId ? by.userId.equals(userId) : isOwn && by.role === 'customer';
  const signed = <Entry extends { by: Actor }>(entry: Entry): Entry =>
    isActor(entry.by) ? { ...entry, by: { ...entry.by, name } } : entry;
  const worded = <Entry extends { by: Actor; reason: string | null }>(entry: Entry): Entry => ({
    ...signed(entry),
    ...(isOwn && isActor(entry.by) && { reason: null }),
  });
  const parts = order.parts.map((part): Part => {
    const { handOverCode, ...rest } = part;
    const acts = {
      timeline: part.timeline.map(worded),
      changes: part.changes.map(worded),
      ...(part.refunds && { refunds: part.refunds.map(signed) }),
    };
    if (!isOwn) return { ...part, ...acts };
    return {
      ...rest,
      ...acts,
      note: null,
      lines: part.lines.map((line) => ({ ...line, note: null })),
    };
  });
  if (!isOwn) return { customer, address, notes, search, parts };
  return {
    customer: { ...customer, name },
    address: erasedAddress(address, name),
    notes: null,
    search: orderTerms(order.code, name),
    parts,
  };
}
