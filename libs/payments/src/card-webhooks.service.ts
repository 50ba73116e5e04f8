import { Inject, Injectable } from '@nestjs/common';
import { DomainError, LOGGER, type Logger } from '#libs/platform';
import { CardIntentions } from './card-intentions.service.js';
import { ConfiguredCards } from './configured-cards.js';
import type { Webhook } from './providers/webhooks.js';

/**
 * Takes what the card provider says by itself. Webhooks come late, twice and in any order, so they are only hints: what
 * holds is asked.
 */
@Injectable()
export class CardWebhooks {
  constructor(
    private readonly cards: ConfiguredCards,
    private readonly intentions: CardIntentions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    cards.receive = (webhook) => this.receive(webhook);
  }

  /** Throws `WEBHOOK_INVALID`. */
  async receive(webhook: Webhook): Promise<void> {
    const result = this.cards.current?.provider.parseWebhook(webhook);
    if (!result || result.state === 'refused') {
      if (result) this.logger.warn({ code: result.code }, 'refused a webhook about cards');
      throw new DomainError('WEBHOOK_INVALID');
    }
    if (result.state === 'event' && 'key' in result.event.about)
      await this.intentions.hint(result.event.about.key);
  }
}
