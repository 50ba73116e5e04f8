import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Types } from 'mongoose';
import {
  type ChangePartStatus,
  DECLINE_GOODS,
  declineReasonSchema,
  type Fulfilment,
  goodsFateSchema,
  isLive,
  nextPartStatuses,
  orderStatusOf,
  overridePartStatuses,
  partStatusSchema,
  type Role,
  roleSchema,
} from '#libs/contracts';
import { DomainError, type Principal } from '#libs/platform';
import type { Order, Part } from './order.model.js';
import { isRepeated, requireAllowed, stepOf, withStep } from './part-step.js';
import { withPayment } from './payment.js';

const AT = new Date(0);
const id = new Types.ObjectId().toString();
const actors: Record<Role, Principal> = {
  customer: { userId: id, name: 'C', role: 'customer', status: 'active', farmId: null },
  farmer: { userId: id, name: 'F', role: 'farmer', status: 'active', farmId: id },
  admin: { userId: id, name: 'A', role: 'admin', status: 'active', farmId: null },
};

function orderOf(ways: readonly { way: Fulfilment; subtotal: number }[], fee: number): Order {
  const parts = ways.map(
    ({ way, subtotal }) =>
      ({
        _id: new Types.ObjectId(),
        fulfilment: way,
        status: 'placed',
        subtotal,
        timeline: [],
        version: 1,
      }) as unknown as Part,
  );
  return withPayment({
    parts,
    deliveryFee: fee,
    payment: { method: 'pay_on_handover' },
    status: 'Processing',
    version: 1,
  } as unknown as Order);
}

const farmPart = fc.record({
  way: fc.constantFrom<Fulfilment>('delivery', 'pickup'),
  subtotal: fc.integer({ min: 1, max: 5_000_000 }),
});
const step = fc.record({
  which: fc.nat(9),
  role: fc.constantFrom(...roleSchema.options),
  to: fc.constantFrom(...partStatusSchema.options),
  declineReason: fc.constantFrom(...declineReasonSchema.options),
  goods: fc.option(fc.constantFrom(...goodsFateSchema.options), { nil: undefined }),
  override: fc.boolean(),
  stale: fc.boolean(),
});

/** A request that the contract accepts. */
function requestOf(part: Part, wish: typeof step extends fc.Arbitrary<infer W> ? W : never) {
  const { to, role } = wish;
  const declines = to === 'declined';
  const goods =
    to === 'cancelled' && role === 'admin'
      ? wish.goods
      : declines &&
          role !== 'customer' &&
          DECLINE_GOODS[wish.declineReason].includes(wish.goods ?? 'restock')
        ? wish.goods
        : undefined;
  return {
    status: to,
    version: wish.stale ? part.version + 7 : part.version,
    reason: 'Because',
    ...(declines && { declineReason: wish.declineReason }),
    ...(goods && { goods }),
    ...(wish.override && role === 'admin' && { override: true as const }),
  } satisfies ChangePartStatus;
}

describe('an order', () => {
  it('has the status, totals, payment and goods of its parts after any steps of any role', () => {
    fc.assert(
      fc.property(
        fc.array(farmPart, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.array(step, { maxLength: 30 }),
        (ways, fee, wishes) => {
          let order = orderOf(ways, fee);
          const fates = new Map<string, string[]>();
          let taken = 0;
          for (const wish of wishes) {
            const part = order.parts[wish.which % order.parts.length] as Part;
            const request = requestOf(part, wish);
            const actor = actors[wish.role];
            const usual = nextPartStatuses(part.status, part.fulfilment, wish.role);
            const may =
              !wish.stale &&
              (usual.includes(wish.to) ||
                (request.override === true &&
                  overridePartStatuses(part.status, part.fulfilment).includes(wish.to)));
            let refusal: unknown = null;
            try {
              requireAllowed(part, actor, request);
            } catch (error) {
              refusal = error;
            }
            expect(refusal === null).toBe(may);
            if (refusal !== null) {
              expect((refusal as DomainError).code).toBe(
                wish.stale ? 'VERSION_CONFLICT' : 'ORDER_TRANSITION_INVALID',
              );
              continue;
            }
            const taking = stepOf(part, actor, request, AT);
            if (taking.goods) {
              const key = part._id.toString();
              fates.set(key, [...(fates.get(key) ?? []), taking.goods]);
            }
            const others = order.parts.filter((one) => one !== part);
            order = withStep(order, part._id, taking);
            taken += 1;
            const after = order.parts.find((one) => one._id.equals(part._id)) as Part;
            expect(isRepeated(after, actor, request)).toBe(true);
            expect(after).toMatchObject({ status: wish.to, version: part.version + 1 });
            // The other parts stay as they are.
            expect(order.parts.filter((one) => one !== after)).toEqual(others);
          }
          const { parts } = order;
          const live = parts.filter((one) => isLive(one.status));
          expect(order.version).toBe(1 + taken);
          expect(order.status).toBe(orderStatusOf(parts.map((one) => one.status)));
          // Payments: the order's is the sum of its parts' and the fee.
          const delivers = live.some((one) => one.fulfilment === 'delivery');
          const goods = live.reduce((sum, one) => sum + one.subtotal, 0);
          expect(order.payment.amount).toBe(goods + (delivers ? fee : 0));
          const shares = parts.reduce((sum, one) => sum + one.payment.amount, 0);
          expect(order.payment.amount).toBe(shares + (delivers ? fee : 0));
          const paid = parts.filter((one) => one.payment.status === 'paid');
          expect(paid.every((one) => one.status === 'delivered')).toBe(true);
          const feePaid = paid.some((one) => one.fulfilment === 'delivery') ? fee : 0;
          expect(order.payment.paid).toBe(
            paid.reduce((sum, one) => sum + one.payment.amount, 0) + feePaid,
          );
          expect(order.payment.paid).toBeLessThanOrEqual(order.payment.amount);
          expect(order.payment.status).toBe(
            { Cancelled: 'void', Delivered: 'paid', Processing: 'due' }[order.status],
          );
          expect(
            order.payment.status !== 'paid' || order.payment.paid === order.payment.amount,
          ).toBe(true);
          // Goods: freed once for a declined or cancelled part, never for a live one.
          for (const one of parts)
            expect(fates.get(one._id.toString())?.length ?? 0).toBe(isLive(one.status) ? 0 : 1);
          expect(withPayment(order)).toEqual(order);
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
    );
  });

  it('never restocks what was not harvested; only the farm and admins choose', () => {
    const order = orderOf([{ way: 'pickup', subtotal: 1 }], 0);
    const part = order.parts[0] as Part;
    const decline = { status: 'declined', version: 1, declineReason: 'not_harvested' } as const;
    expect(stepOf(part, actors.farmer, decline, AT).goods).toBe('write_off');
    const cancel = { status: 'cancelled', version: 1, goods: 'write_off' } as const;
    expect(() => requireAllowed(part, actors.customer, cancel)).toThrow(DomainError);
    expect(stepOf(part, actors.customer, { status: 'cancelled', version: 1 }, AT).goods).toBe(
      'restock',
    );
  });

  it('cannot be changed by an admin without a reason, nor against the table by anybody else', () => {
    const part = orderOf([{ way: 'pickup', subtotal: 1 }], 0).parts[0] as Part;
    const errors = (role: Role, request: ChangePartStatus) => {
      try {
        requireAllowed(part, actors[role], request);
        return null;
      } catch (error) {
        return (error as DomainError).errors?.map(({ path }) => path);
      }
    };
    expect(errors('admin', { status: 'accepted', version: 1 })).toEqual(['reason']);
    expect(errors('admin', { status: 'accepted', version: 1, reason: 'x' })).toBeNull();
    const override = { status: 'packed', version: 1, reason: 'x', override: true } as const;
    expect(errors('admin', override)).toBeNull();
    expect(errors('farmer', override)).toEqual(['override']);
  });
});
