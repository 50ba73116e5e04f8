import { randomUUID } from 'node:crypto';
import {
  farmStepSchema,
  type Id,
  type OrderDto,
  type OrderPart,
  orderDtoSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import type { Answer, HttpClient } from './http-client.js';
import type { TestFarm } from './people-and-goods.js';

/** The farm's part of an order. */
export function partOf({ parts }: OrderDto, { id }: TestFarm): OrderPart {
  const part = parts.find(({ farmId }) => farmId === id);
  if (!part) throw new Error('the farm has no part in this order');
  return part;
}

/** The order as this client sees it now. */
export async function readOrder(client: HttpClient, { _id }: OrderDto): Promise<OrderDto> {
  return orderDtoSchema.parse((await client.get(`/orders/${_id}`)).body);
}

/** The lines of a request for these amounts. */
export const linesOf = (...items: readonly (readonly [Product, quantity: unknown])[]) =>
  items.map(([{ _id }, quantity]) => ({ productId: _id.toString(), quantity }));

/** Sends a farm's step with a part as it is; anything else, and a step with a reason, as a change with its own key. */
export function movePart(
  client: HttpClient,
  { orderId, partId }: { orderId: Id; partId: Id | undefined },
  body: { status?: string | undefined; reason?: string | undefined; [field: string]: unknown },
): Promise<Answer> {
  const path = `/orders/${orderId}/parts/${partId}`;
  const isStep = farmStepSchema.safeParse(body.status).success && body.reason === undefined;
  if (isStep) return client.patch(path, body);
  return client.post(`${path}/changes`, body, { 'idempotency-key': randomUUID() });
}
