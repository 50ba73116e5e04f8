import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Id, PublicSettings } from '#libs/contracts';
import { DomainError, PLATFORM_CONFIG, type PlatformConfig, publicUrl } from '#libs/platform';
import { PAYMENTS_CONFIG, type PaymentsConfig } from './payments.config.js';
import type { CardProvider } from './providers/card-provider.js';
import { TestCardsProvider } from './providers/test-cards.provider.js';
import type { Webhook } from './providers/webhooks.js';
import { TestCardRecords } from './test-card-records.js';

/** Who takes cards in this installation, and the account at which payments are made. */
export interface MerchantAccount {
  readonly provider: CardProvider;
  readonly account: string;
}

/** The payments of this provider and account. */
export const madeAt = ({ provider, account }: MerchantAccount) => ({
  provider: provider.kind,
  account,
});

/** The id of what a user or a farm is to a provider's account. */
export const idAt = ({ provider, account }: MerchantAccount, id: Id): string =>
  `${provider.kind}:${account}:${id}`;

export const noAnswer = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'The card provider does not answer now');

/** The card provider of the settings. */
@Injectable()
export class ConfiguredCards implements OnModuleInit {
  private merchant: MerchantAccount | null = null;
  /** Takes the webhooks of the test cards, which are sent within this process. */
  receive: (webhook: Webhook) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly records: TestCardRecords,
    @Inject(PAYMENTS_CONFIG) private readonly config: PaymentsConfig,
    @Inject(PLATFORM_CONFIG) private readonly platform: PlatformConfig,
  ) {
    // at once: the demo's past is written before the application starts
    if (config.CARD_PROVIDER === 'test-cards') this.merchant = this.openTestCards();
  }

  async onModuleInit(): Promise<void> {
    if (this.config.CARD_PROVIDER === 'stripe') this.merchant = await this.openStripe();
  }

  /** Null if nobody takes cards. */
  get current(): MerchantAccount | null {
    return this.merchant;
  }

  /** Throws `PAYMENT_NOT_OFFERED`. */
  required(): MerchantAccount {
    if (!this.merchant) throw new DomainError('PAYMENT_NOT_OFFERED');
    return this.merchant;
  }

  /** The test cards, if they are used here. */
  get testCards(): TestCardsProvider | null {
    const provider = this.merchant?.provider;
    return provider instanceof TestCardsProvider ? provider : null;
  }

  publicSettings(): PublicSettings['cards'] {
    const { CARD_PROVIDER: provider, STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = this.config;
    if (provider === 'none') return null;
    return provider === 'stripe' ? { provider, publishableKey } : { provider };
  }

  private openTestCards(): MerchantAccount {
    const { platform } = this;
    return {
      account: 'test-cards',
      provider: new TestCardsProvider({
        store: this.records,
        secret: platform.TICKET_SECRET,
        pages: `${publicUrl(platform)}/test-cards`,
        deliver: (webhook) => this.receive(webhook),
        environment: platform.NODE_ENV,
      }),
    };
  }

  private async openStripe(): Promise<MerchantAccount> {
    const { config } = this;
    // It takes time and memory to load.
    const { StripeProvider } = await import('./providers/stripe.provider.js');
    return {
      account: config.STRIPE_ACCOUNT ?? '',
      provider: new StripeProvider({
        secretKey: config.STRIPE_SECRET_KEY ?? '',
        webhookSecrets: (config.STRIPE_WEBHOOK_SECRETS ?? '').split(',').map((one) => one.trim()),
        market: config.STRIPE_MARKET,
        api: config.STRIPE_API_URL,
      }),
    };
  }
}
