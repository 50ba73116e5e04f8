import { Types } from 'mongoose';
import {
  type ChangePartStatus,
  goodsAfter,
  nextPartStatuses,
  orderStatusOf,
  overridePartStatuses,
} from '#libs/contracts';
import { DomainError, decisionConflict, type Principal } from '#libs/platform';
import type { Order, Part, Step } from './order.model.js';
import { withPayment } from './payment.js';

/** The timeline step of a request. */
export function stepOf(part: Part, actor: Principal, change: ChangePartStatus, at: Date): Step {
  const { userId, role, name } = actor;
  return {
    status: change.status,
    at,
    by: { userId: new Types.ObjectId(userId), role, name },
    reason: change.reason ?? null,
    declineReason: change.declineReason ?? null,
    goods: goodsAfter(part.status, change.status, change.declineReason, change.goods),
  };
}

/** Whether this request was handled already: the last step is the same, by the same user, from the same version. */
export function isRepeated(part: Part, actor: Principal, change: ChangePartStatus): boolean {
  const last = part.timeline.at(-1);
  return (
    part.version === change.version + 1 &&
    last?.status === change.status &&
    last.by.userId?.toString() === actor.userId &&
    last.reason === (change.reason ?? null) &&
    last.declineReason === (change.declineReason ?? null) &&
    (change.goods === undefined || change.goods === last.goods)
  );
}

/** Throws `VALIDATION_FAILED`, `VERSION_CONFLICT` (with both statuses) and `ORDER_TRANSITION_INVALID`. */
export function requireAllowed(part: Part, { role }: Principal, change: ChangePartStatus): void {
  if (role === 'admin' && change.reason === undefined) throw invalid('reason', 'an admin says why');
  if (role !== 'admin' && change.override) throw invalid('override', 'is for admins');
  if (role === 'customer' && change.goods)
    throw invalid('goods', 'is not the customer’s to choose');
  if (part.version !== change.version) throw decisionConflict(part, change.status);
  const usual = nextPartStatuses(part.status, part.fulfilment, role);
  const allowed = change.override
    ? [...usual, ...overridePartStatuses(part.status, part.fulfilment)]
    : usual;
  if (!allowed.includes(change.status))
    throw new DomainError('ORDER_TRANSITION_INVALID', undefined, {
      details: { from: part.status, allowed: usual },
    });
}

/** The order with this step added to a part, and with status, totals and payment derived from the parts again. */
export function withStep(order: Order, partId: Types.ObjectId, step: Step): Order {
  const parts = order.parts.map((part) =>
    part._id.equals(partId)
      ? {
          ...part,
          status: step.status,
          version: part.version + 1,
          timeline: [...part.timeline, step],
        }
      : part,
  );
  return withPayment({
    ...order,
    parts,
    status: orderStatusOf(parts.map(({ status }) => status)),
    version: order.version + 1,
  });
}

function invalid(path: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', undefined, { errors: [{ path, message }] });
}
