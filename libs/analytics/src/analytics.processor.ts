import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, EventProgress, OnEvent } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { type TalliedEvent, talliedEvents, tallyEvent } from './tally.js';

/** The name under which it is remembered which events are in the figures. */
export const CONSUMER = 'AnalyticsProcessor.project';
/** A day less than the outbox keeps events. */
const SURELY_KEPT_MS = 6 * 86_400_000;

/** Keeps the figures in step with the events; each event counts once. */
@Injectable()
export class AnalyticsProcessor {
  constructor(
    private readonly projections: ProjectionsService,
    private readonly progress: EventProgress,
  ) {}

  @OnEvent(...talliedEvents)
  async project(event: DomainEvent<TalliedEvent>, session: ClientSession): Promise<void> {
    // A job that is retried after its event left the outbox: a rebuild may have counted what it tells, and
    // could not see that it was on its way. The next rebuild puts right what is left out here.
    const old = Date.now() - Date.parse(event.occurredAt) > SURELY_KEPT_MS;
    if (old && !(await this.progress.isKept(session, event.id))) return;
    await this.projections.apply(session, tallyEvent(event));
  }
}
