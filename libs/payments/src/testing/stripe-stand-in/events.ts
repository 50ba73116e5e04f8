import Stripe from 'stripe';
import type { Webhook } from '../../providers/webhooks.js';
import type { Books, Delivery } from './books.js';
import type { FaultPlan } from './faults.js';

const LATE_SECONDS = 120;

type EventObject =
  | Stripe.PaymentIntent
  | Stripe.SetupIntent
  | Stripe.Refund
  | Stripe.Transfer
  | Stripe.Payout
  | Stripe.Dispute
  | Stripe.Account;

export interface EventOptions {
  readonly secret: string;
  /** Takes a webhook to the market; if it throws, the webhook stays due. */
  readonly deliver: (webhook: Webhook) => Promise<void>;
  /** Seconds by which a late one comes later; 120 by default. */
  readonly lateSeconds?: number;
}

/** The events of the stand-in, and their way to the market. */
export class Events {
  /** Events that are delivered before the request is answered that they come from. */
  private readonly early: Stripe.Event[] = [];
  private readonly lateSeconds: number;

  constructor(
    private readonly books: Books,
    private readonly options: EventOptions,
    private readonly plan: () => FaultPlan,
  ) {
    this.lateSeconds = options.lateSeconds ?? LATE_SECONDS;
  }

  emit(type: string, object: EventObject, account?: string): void {
    const event = {
      id: this.books.id('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: this.books.seconds,
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      ...(account !== undefined && { account }),
      data: { object: structuredClone(object) },
      // The package's union has a member for each type; the objects above are the right ones for theirs.
    } as unknown as Stripe.Event;
    const { deliveries } = this.books.records;
    const now = { event, dueAt: this.books.seconds };
    switch (this.plan().event(event.id)) {
      case 'first':
        this.early.push(event);
        return;
      case 'twice':
        deliveries.push(now, now);
        return;
      case 'late':
        deliveries.push({ event, dueAt: this.books.seconds + this.lateSeconds });
        return;
      case 'lost':
        return;
      case 'out_of_order':
        deliveries.unshift(now);
        return;
      default:
        deliveries.push(now);
    }
  }

  async deliverEarly(): Promise<void> {
    for (const event of this.early.splice(0))
      try {
        await this.options.deliver(this.signed(event));
      } catch {
        this.books.records.deliveries.push({ event, dueAt: this.books.seconds });
      }
  }

  /** Delivers what is due; an event whose delivery fails stays due. Returns whether there was any. */
  async deliverDue(): Promise<boolean> {
    const isDue = (delivery: Delivery) => delivery.dueAt <= this.books.seconds;
    const { deliveries } = this.books.records;
    const due = deliveries.filter(isDue);
    for (const delivery of due) {
      await this.options.deliver(this.signed(delivery.event));
      deliveries.splice(deliveries.indexOf(delivery), 1);
    }
    return due.length > 0;
  }

  private signed(event: Stripe.Event): Webhook {
    return signedWebhook(JSON.stringify(event), this.options.secret, this.books.now());
  }
}

export function signedWebhook(payload: string, secret: string, now: Date): Webhook {
  const timestamp = now.getTime() / 1000;
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { body: payload, headers: { 'stripe-signature': header } };
}
