import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, OnEvents, PLATFORM_CONFIG, type PlatformConfig } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { type TalliedEvent, Tally, talliedEvents, tallyEvent } from './tally.js';

/** The name of the handler on the rows of the outbox. */
export const HANDLER = 'AnalyticsProcessor.project';

/** Projects the events onto the figures; each event counts once. */
@Injectable()
export class AnalyticsProcessor {
  constructor(
    private readonly projections: ProjectionsService,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Writes and publishes the sum of a batch as one change. */
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
