import { Injectable } from '@nestjs/common';
import { type DayQuery, OPEN_PARTS, type RunSheet, toDollars } from '#libs/contracts';
import type { Principal } from '#libs/platform';
import { farmOf, toCollect } from './farm-parts.js';
import { viewerOf } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { onDay } from './order-filter.js';
import { RoundsService } from './rounds.service.js';

/** The deliveries of a farm in the order of a round, as its owners see them. */
@Injectable()
export class RunSheetService {
  constructor(private readonly rounds: RoundsService) {}

  /** Throws `FARM_NOT_FOUND` without a farm. */
  async runSheet(farmer: Principal, { day }: DayQuery): Promise<RunSheet> {
    const farmId = farmOf(farmer);
    const hasDate = day !== undefined && day !== 'none';
    const status = { $in: hasDate ? [...OPEN_PARTS, 'delivered' as const] : [...OPEN_PARTS] };
    const condition = { status, ...(day && onDay(day)) };
    const { parts, ...round } = await this.rounds.plan(farmId, [condition]);
    return {
      stops: parts.map(({ order, part, isOnRound }) => ({
        ...toOrderDto(order, viewerOf(farmer)),
        isOnRound,
        toCollect: toDollars(toCollect(order, part)),
      })),
      ...round,
    };
  }
}
