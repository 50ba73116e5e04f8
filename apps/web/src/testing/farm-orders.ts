import { screen } from '@testing-library/react';
import {
  type ChangePart,
  farmPartChangedSchema,
  type OrderDto,
  type OrderPart,
  type PartChange,
} from '#libs/contracts';
import { applyChange, partChangedOf } from './fake-changes';
import type { FakeServer } from './fake-server';
import { fakeId } from './fixtures';
import type { fakeConnection } from './live';
import { address, makeOrder } from './order-fixtures';

export const [tomatoes, carrots, kale] = [1, 2, 3].map((n) => fakeId('product', n)) as [
  string,
  string,
  string,
];
export const emma = { role: 'customer', name: 'Emma' } as const;
export const frances = { role: 'farmer', name: 'Frances Holm' } as const;

/** The farm's part of an order. */
export function only({ parts: [part] }: OrderDto): OrderPart {
  if (!part) throw new Error('an order has a part');
  return part;
}

/** Amounts by product as the lines of a change. */
export const linesOf = (amounts: Record<string, number>): NonNullable<ChangePart['lines']> =>
  Object.entries(amounts).map(([productId, quantity]) => ({ productId, quantity }));

/** Stores a new order of these amounts. */
export function place(server: FakeServer, amounts: Record<string, number>): OrderDto {
  const made = makeOrder(server, { items: linesOf(amounts), address });
  server.orders.unshift(made);
  return made;
}

/** Stores what somebody does to an order. */
export function change(
  server: FakeServer,
  before: OrderDto,
  body: Omit<ChangePart, 'version'>,
  by: PartChange['by'] = emma,
): OrderDto {
  const at = server.orders.findIndex(({ _id }) => _id === before._id);
  const after = applyChange(before, only(before)._id, body, by, server.products);
  server.orders[at] = after;
  return after;
}

/** The same while the farm's page is open. */
export function changeLive(
  { emit }: ReturnType<typeof fakeConnection>,
  ...[server, before, body, by]: Parameters<typeof change>
): OrderDto {
  const after = change(server, before, body, by);
  const changed = partChangedOf(before, after, only(before)._id);
  emit('order.farm-part-changed', after.version, farmPartChangedSchema.parse(changed));
  return after;
}

export function accept(made: OrderDto): OrderDto {
  const part = only(made);
  const why = { reason: null, declineReason: null, goods: null };
  part.status = 'accepted';
  part.timeline.push({ status: 'accepted', at: new Date().toISOString(), by: frances, ...why });
  return made;
}

/** A later moment of the clock that orders and changes read. */
export const nextMillisecond = () => new Promise((resolve) => setTimeout(resolve, 2));

export const findTicket = ({ code }: OrderDto) => screen.findByRole('article', { name: code });
