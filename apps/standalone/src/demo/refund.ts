import { Injectable } from '@nestjs/common';
import type { UserDto } from '#libs/contracts';
import { OrdersImport, PartChangesService } from '#libs/orders';
import { principalOf } from './principal.js';

/** Something of the demo customer that was paid and did not arrive: an admin has taken the hand-over back. */
@Injectable()
export class DemoRefund {
  constructor(
    private readonly orders: OrdersImport,
    private readonly changes: PartChangesService,
  ) {}

  /** Nothing where no orders are paid by card. */
  async write(users: readonly UserDto[]): Promise<void> {
    const customer = users.find(({ role }) => role === 'customer');
    const admin = users.find(({ role }) => role === 'admin');
    const paid = (await this.orders.cardParts()).filter(
      ({ customerId, due }) => customerId.toString() === customer?._id && due !== null && due > 0,
    );
    const last = paid.at(-1);
    if (!admin || !last) return;
    const actor = principalOf(admin);
    const { _id, partId } = last.order;
    const ids = { orderId: _id.toString(), partId };
    const { part } = await this.changes.find(null, actor, ids.orderId, partId);
    await this.changes.change(actor, `demo-refund-${partId}`, ids, {
      version: part.version,
      status: 'cancelled',
      reason: 'The box was never at the door, so you get your money back.',
    });
  }
}
