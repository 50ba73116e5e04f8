import type { Webhook } from '../../providers/webhooks.js';

/** The webhooks that have arrived at a market. */
export class ReceivedWebhooks {
  readonly all: Webhook[] = [];
  private waiting: { count: number; resolve: () => void }[] = [];

  add(webhook: Webhook): void {
    this.all.push(webhook);
    for (const { count, resolve } of this.waiting) if (this.all.length >= count) resolve();
    this.waiting = this.waiting.filter(({ count }) => count > this.all.length);
  }

  /** Resolves when so many have arrived. */
  arrival(count: number): Promise<void> {
    if (this.all.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ count, resolve }));
  }
}
