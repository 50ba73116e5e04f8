import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, OnEvents, PLATFORM_CONFIG, type PlatformConfig } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { type TalliedEvent, Tally, talliedEvents, tallyEvent } from './tally.js';

/** The handler's name on outbox rows. */
export const HANDLER = 'AnalyticsProcessor.project';

/** Projects the events onto the figures; each event counts once. */
@Injectable()
export class AnalyticsProcessor {
  constructor(
    private readonly projections: ProjectionsService,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Sums the events of a batch, and writes and publishes the sum as one change. */
  @OnEvents(...talliedEvents)
  async project(
    events: readonly DomainEvent<TalliedEvent>[],
    session: ClientSession,
  ): Promise<void> {
    const tally = new Tally();
    for (const event of events) tally.addAll(tallyEvent(event, this.config.MARKET_TIME_ZONE));
    await this.projections.apply(session, tally.pruned());
  }
}
