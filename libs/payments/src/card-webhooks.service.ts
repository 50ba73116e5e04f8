import { Inject, Injectable } from '@nestjs/common';
import { DomainError, LOGGER, type Logger } from '#libs/platform';
import { CardIntentions } from './card-intentions.service.js';
import { ConfiguredCards } from './configured-cards.js';
import { Disputes } from './disputes.service.js';
import { FailedRefunds } from './failed-refunds.service.js';
import type { ProviderEvent, Webhook } from './providers/webhooks.js';
import { Sellers } from './sellers.service.js';
import { Transfers } from './transfers.service.js';

/**
 * Takes what the card provider says by itself. Webhooks come late, twice and in any order: those about what was asked
 * for are only hints, what holds is asked; a returned payout or a dispute is stored once by its own name.
 */
@Injectable()
export class CardWebhooks {
  constructor(
    private readonly cards: ConfiguredCards,
    private readonly intentions: CardIntentions,
    private readonly sellers: Sellers,
    private readonly transfers: Transfers,
    private readonly disputes: Disputes,
    private readonly failedRefunds: FailedRefunds,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    cards.receive = (webhook) => this.receive(webhook);
  }

  /** Throws `WEBHOOK_INVALID`, and `SERVICE_UNAVAILABLE` for what has to come again. */
  async receive(webhook: Webhook): Promise<void> {
    const result = this.cards.current?.provider.parseWebhook(webhook);
    if (!result || result.state === 'refused') {
      if (result) this.logger.warn({ code: result.code }, 'refused a webhook about cards');
      throw new DomainError('WEBHOOK_INVALID');
    }
    if (result.state === 'event') await this.handle(result.event.about);
  }

  private async handle(about: ProviderEvent['about']): Promise<void> {
    switch (about.kind) {
      case 'authorization':
      case 'saved_card':
      case 'transfer':
        await this.intentions.hint(about.key);
        return;
      case 'refund':
        await this.intentions.hint(about.key);
        await this.failedRefunds.ask(about.key);
        return;
      case 'seller':
        await this.sellers.refresh(about.reference);
        return;
      case 'payout':
        if (about.result === 'returned') await this.transfers.takeBack(about);
        return;
      case 'dispute':
        await this.disputes.store(about);
    }
  }
}
