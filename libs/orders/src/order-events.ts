import type { Types } from 'mongoose';
import { fromOrderMoney, orderTotals, toDollars } from '#libs/contracts';
import { draft, type EventDraft } from '#libs/platform';
import type { Order } from './order.model.js';
import {
  moneyOf,
  toOrderDto,
  toOrderPart,
  toOrderPayment,
  toPartChange,
  toPartRefund,
} from './order-dto.js';

/** One event with the whole order for its customer and the admins, and one per farm with its own part. */
export function orderPlaced(order: Order): EventDraft[] {
  const aggregate = { id: order._id, version: order.version };
  return [
    draft('order.placed', aggregate, { order: toOrderDto(order, { sees: 'all' }) }),
    ...order.parts.map(({ farmId }) =>
      draft('order.part-placed', aggregate, {
        order: toOrderDto(order, { sees: 'farm', farmId }),
        farmId: farmId.toString(),
      }),
    ),
  ];
}

/**
 * What a step, a change or a refund of a part did: one event with the order's new totals for its customer and the
 * admins, and one without totals for the farm.
 */
export function partChanged(before: Order, after: Order, partId: Types.ObjectId): EventDraft[] {
  const [old, changed] = [before, after].map(({ parts }) =>
    parts.find(({ _id }) => _id.equals(partId)),
  );
  if (!old || !changed) throw new Error('the order has no such part');
  const aggregate = { id: after._id, version: after.version };
  const { goods, fee, total } = orderTotals(after.parts, after.deliveryFee);
  const totalBefore = orderTotals(before.parts, before.deliveryFee).total;
  const refunds = (changed.refunds ?? []).slice(old.refunds?.length ?? 0).map(toPartRefund);
  const forFarm = {
    orderId: after._id.toString(),
    code: after.code,
    farmId: changed.farmId.toString(),
    part: toOrderPart(changed),
    from: old.status,
    changes: changed.changes.slice(old.changes.length).map(toPartChange),
    ...(refunds.length > 0 && { refunds }),
  };
  return [
    draft('order.part-changed', aggregate, {
      ...forFarm,
      customerId: after.customer._id.toString(),
      order: {
        status: after.status,
        isDelivered: after.status === 'Delivered',
        goodsTotal: toDollars(goods),
        deliveryFee: toDollars(fee),
        totalPrice: toDollars(total),
        payment: toOrderPayment(after),
        version: after.version,
      },
      money: fromOrderMoney(moneyOf(after)),
      moneyBefore: fromOrderMoney(moneyOf(before)),
      totalChange: toDollars(total - totalBefore),
    }),
    draft('order.farm-part-changed', aggregate, forFarm),
  ];
}
