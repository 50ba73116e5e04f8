import { Injectable } from '@nestjs/common';
import {
  type Id,
  nextStep,
  type OrderDto,
  type OrderSteps,
  type OrderStepsResult,
  type TakeStep,
} from '#libs/contracts';
import {
  DomainError,
  decisionConflict,
  type Principal,
  Transactions,
  toProblem,
} from '#libs/platform';
import type { Order } from './order.model.js';
import { viewerOf } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { PartChangesService } from './part-changes.service.js';
import { farmStep, isRepeatedStep } from './part-edit.js';

/** The steps of a farm with its parts, from accepted to delivered. */
@Injectable()
export class OrderStepsService {
  constructor(
    private readonly parts: PartChangesService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Takes the farm's next step with its part. A repeated request returns the same order. Throws `ORDER_NOT_FOUND`,
   * `VERSION_CONFLICT` (with both statuses) and `ORDER_TRANSITION_INVALID`.
   */
  async take(farmer: Principal, orderId: Id, partId: Id, body: TakeStep): Promise<OrderDto> {
    return toOrderDto(await this.step(farmer, orderId, partId, body), viewerOf(farmer));
  }

  /** The same, with the whole order as it is stored. */
  async step(
    farmer: Principal,
    orderId: Id,
    partId: Id,
    { status, version }: TakeStep,
  ): Promise<Order> {
    return this.transactions.run(async (session) => {
      const { order: before, part } = await this.parts.find(session, farmer, orderId, partId);
      if (isRepeatedStep(part, farmer, { status, version })) return before;
      if (part.version !== version) throw decisionConflict(part, status);
      const next = nextStep(part.status, part.fulfilment);
      if (status !== next)
        throw new DomainError('ORDER_TRANSITION_INVALID', undefined, {
          details: { from: part.status, allowed: next ? [next] : [] },
        });
      const step = farmStep(farmer, status, new Date());
      return this.parts.commit(session, farmer, before, part, { changes: [], step, added: [] });
    });
  }

  /**
   * One step for each of several parts, each in its own transaction: a rejected step does not stop the others. Any
   * other error ends the request; a repeated request skips the finished steps and returns their orders.
   */
  async takeMany(farmer: Principal, { steps }: OrderSteps): Promise<OrderStepsResult> {
    const results: OrderStepsResult['results'] = [];
    for (const { orderId, partId, ...step } of steps) {
      try {
        results.push({ order: await this.take(farmer, orderId, partId, step) });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        results.push({ problem: toProblem(error) });
      }
    }
    return { results };
  }
}
