import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import {
  type Cents,
  creditOf,
  FIRST_FEE_RATE,
  type Id,
  type RefundTo,
  toDollars,
} from '#libs/contracts';
import { CardPayments } from '#libs/payments';
import { type ClientSession, DomainError, type Principal } from '#libs/platform';
import type { Line, Order, Part } from './order.model.js';
import { moneyOf } from './order-dto.js';
import { PartChangesService } from './part-changes.service.js';
import { lineRefundSums } from './refunds.js';

/** A part with what of each line came and can still be given back; in cents, amounts in thousandths. */
export interface RefundablePart
  extends Pick<Order, 'code' | 'customer'>,
    Pick<Part, 'farmId' | 'farmName' | 'status' | 'timeline'> {
  readonly orderId: Types.ObjectId;
  readonly partId: Types.ObjectId;
  readonly payment: Order['payment']['method'];
  readonly feeRate: number;
  readonly lines: readonly (Line & { readonly refundable: Cents })[];
}

/** What is to be given back of lines of a part. */
export interface NewRefund {
  readonly problemId: Types.ObjectId;
  readonly to: RefundTo;
  readonly lines: readonly { readonly productId: Types.ObjectId; readonly cents: Cents }[];
  readonly reason: string | null;
}

/** Gives back what customers paid for goods that came. */
@Injectable()
export class PartRefunds {
  constructor(
    private readonly parts: PartChangesService,
    private readonly cards: CardPayments,
  ) {}

  /** Throws `ORDER_NOT_FOUND`. */
  async find(
    session: ClientSession,
    actor: Principal,
    { orderId, partId }: { orderId: Id; partId: Id },
  ): Promise<RefundablePart> {
    const { order, part } = await this.parts.find(session, actor, orderId, partId);
    return {
      orderId: order._id,
      partId: part._id,
      code: order.code,
      customer: order.customer,
      payment: order.payment.method,
      feeRate: order.feeRate ?? FIRST_FEE_RATE,
      farmId: part.farmId,
      farmName: part.farmName,
      status: part.status,
      timeline: part.timeline,
      lines: part.lines.map((line) => ({ ...line, refundable: refundableOf(part, line) })),
    };
  }

  /**
   * Inside a transaction: a refund becomes part of the order, from which follow what its card owes, the store credit
   * and the ledger. Throws `ORDER_NOT_FOUND`, `PROBLEM_NOT_ALLOWED` for a part that is not handed over,
   * `REFUND_TOO_HIGH` for more than came and was not given back before, and `PAYMENT_NOT_TAKEN` for store credit in
   * place of money that the card does not hold any more. Returns what of it is store credit, in cents.
   */
  async give(
    session: ClientSession,
    actor: Principal,
    { orderId, partId }: { orderId: Id; partId: Id },
    { problemId, to, lines, reason }: NewRefund,
  ): Promise<Cents> {
    const { order, part } = await this.parts.find(session, actor, orderId, partId);
    if (part.status !== 'delivered')
      throw new DomainError('PROBLEM_NOT_ALLOWED', undefined, {
        details: { reason: 'not_delivered' },
      });
    for (const { productId, cents } of lines) {
      const line = part.lines.find((one) => one.productId.equals(productId));
      const most = line ? refundableOf(part, line) : 0;
      if (cents > most)
        throw new DomainError('REFUND_TOO_HIGH', undefined, {
          details: { productId: productId.toString(), refundable: toDollars(most) },
        });
    }
    const isByCard = order.payment.method === 'card';
    if (to === 'credit' && isByCard && !(await this.cards.isSecured(session, order._id, part._id)))
      throw new DomainError('PAYMENT_NOT_TAKEN');
    const { userId, role, name } = actor;
    const refund = {
      _id: new Types.ObjectId(),
      at: new Date(),
      by: { userId: new Types.ObjectId(userId), role, name },
      to,
      lines: [...lines],
      reason,
      problemId,
    };
    const after = await this.parts.commit(session, actor, order, part, {
      changes: [],
      step: null,
      added: [],
      refund,
    });
    const given = (of: Order) => creditOf(moneyOf(of)).given;
    return given(after) - given(order);
  }
}

/** The most that can be given back of a line: the price of what came, less what was given back before. */
function refundableOf(part: Part, line: Line): Cents {
  const { tender, credit } = lineRefundSums(part, line);
  return line.total - tender - credit;
}
