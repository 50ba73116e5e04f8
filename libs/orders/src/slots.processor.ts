import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { PlacesCheck } from '#libs/fulfilment';
import {
  type ClientSession,
  draft,
  LOGGER,
  type Logger,
  OnEvent,
  OnJob,
  Outbox,
} from '#libs/platform';
import { ClosingsService } from './closings.service.js';
import { PartChangesService } from './part-changes.service.js';
import { PlacesCount } from './places-count.js';
import { RemindersService } from './reminders.service.js';

/** Orders that one event ends: few, so that a transaction is short. */
const BATCH = 50;

/** Ends the orders of slots that farms give up, reminds customers of their slots, and checks the places of slots. */
@Injectable()
export class SlotsProcessor {
  constructor(
    private readonly parts: PartChangesService,
    private readonly check: PlacesCheck,
    private readonly count: PlacesCount,
    private readonly closings: ClosingsService,
    private readonly reminders: RemindersService,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @OnEvent('slot.withdrawn')
  async declineOrders(
    { payload, aggregateId: id, version, ...cause }: DomainEvent<'slot.withdrawn'>,
    session: ClientSession,
  ): Promise<void> {
    const hasMore = await this.parts.declineSlot(session, { ...payload, limit: BATCH });
    if (hasMore)
      await this.outbox.add(session, draft('slot.withdrawn', { id, version }, payload, cause));
  }

  @OnJob('reminders.send')
  async remind(): Promise<void> {
    await this.closings.send();
    await this.reminders.send();
  }

  /** Corrects taken places that differ from the orders and holds, every hour. */
  @OnJob('places.check')
  async checkPlaces(): Promise<void> {
    const mismatches = await this.check.run((...batch) => this.count.in(...batch), {
      repair: true,
    });
    for (const { slotId, taken, counted } of mismatches)
      this.logger.error({ slotId, taken, counted }, 'a slot had a wrong number of places');
  }
}
