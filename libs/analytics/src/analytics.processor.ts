import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, OnEvents } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { type TalliedEvent, Tally, talliedEvents, tallyEvent } from './tally.js';

/** The name under which events are marked as counted. */
export const HANDLER = 'AnalyticsProcessor.project';

/** Keeps the figures in step with the events; each event counts once. */
@Injectable()
export class AnalyticsProcessor {
  constructor(private readonly projections: ProjectionsService) {}

  /** What a batch adds up to is written, and published, as one change. */
  @OnEvents(...talliedEvents)
  async project(
    events: readonly DomainEvent<TalliedEvent>[],
    session: ClientSession,
  ): Promise<void> {
    const tally = new Tally();
    for (const event of events) tally.addAll(tallyEvent(event));
    await this.projections.apply(session, tally.pruned());
  }
}
