import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, EventProgress, OnEvents } from '#libs/platform';
import { ProjectionsService } from './projections.service.js';
import { type TalliedEvent, Tally, talliedEvents, tallyEvent } from './tally.js';

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

  /** What several events are worth together is written, and told, as one change. */
  @OnEvents(...talliedEvents)
  async project(
    events: readonly DomainEvent<TalliedEvent>[],
    session: ClientSession,
  ): Promise<void> {
    const tally = new Tally();
    for (const event of events)
      if (await this.isToBeCounted(event, session)) tally.addAll(tallyEvent(event));
    await this.projections.apply(session, tally.pruned());
  }

  /**
   * Not a job that is retried after its event left the outbox: a rebuild may have counted what it tells, and could not
   * see that it was on its way. The next rebuild puts right what is left out here.
   */
  private async isToBeCounted({ id, occurredAt }: DomainEvent, session: ClientSession) {
    const old = Date.now() - Date.parse(occurredAt) > SURELY_KEPT_MS;
    return !old || (await this.progress.isKept(session, id));
  }
}
