import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '#libs/contracts';
import { type ClientSession, OnEvents } from '#libs/platform';
import { ReceiptsService } from './receipts.service.js';

type Handled = DomainEvent<'order.part-changed' | 'order.payment-changed' | 'order.disputed'>;

/** Settles each order once: by its last hand-over, by the card that pays afterwards, or by a decided dispute. */
@Injectable()
export class ReceiptsProcessor {
  constructor(private readonly receipts: ReceiptsService) {}

  @OnEvents('order.part-changed', 'order.payment-changed', 'order.disputed')
  async issueReceipts(events: readonly Handled[], session: ClientSession): Promise<void> {
    const orderIds = new Set(events.flatMap(settledBy));
    if (orderIds.size > 0) await this.receipts.issue(session, [...orderIds]);
  }
}

/** The order that may be settled by an event. */
function settledBy(event: Handled): string[] {
  if (event.name === 'order.payment-changed') return [event.payload.payment.orderId];
  if (event.name === 'order.disputed') return [event.payload.orderId];
  const { orderId, order } = event.payload;
  return order.status === 'Delivered' ? [orderId] : [];
}
