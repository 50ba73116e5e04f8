import { randomUUID } from 'node:crypto';
import { farmStepSchema, type Id } from '#libs/contracts';
import type { Answer, HttpClient } from './http-client.js';

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
