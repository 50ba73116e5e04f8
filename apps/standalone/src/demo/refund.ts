import { Injectable } from '@nestjs/common';
import { deliveredAtOf, isLive, type UserDto } from '#libs/contracts';
import { OrdersImport, PartChangesService } from '#libs/orders';
import { principalOf } from './principal.js';

/** Something of the demo customer that was paid and did not arrive: an admin has taken the hand-over back. */
@Injectable()
export class DemoRefund {
  constructor(
    private readonly orders: OrdersImport,
    private readonly changes: PartChangesService,
  ) {}

  /** Nothing where no orders are paid by card. Resumes an interrupted run. */
  async write(users: readonly UserDto[]): Promise<void> {
    const customer = users.find(({ role }) => role === 'customer');
    const admin = users.find(({ role }) => role === 'admin');
    if (!customer || !admin) return;
    const actor = principalOf(admin);
    const paid = (await this.orders.cardParts()).filter(
      ({ customerId, cents }) => customerId.toString() === customer._id && cents > 0,
    );
    for (const { order } of paid.reverse()) {
      const ids = { orderId: order._id.toString(), partId: order.partId };
      const { part } = await this.changes.find(null, actor, ids.orderId, ids.partId);
      if (!deliveredAtOf(part)) continue;
      // the last one that was handed over, unless an earlier run has taken it back
      if (isLive(part.status))
        await this.changes.change(actor, `demo-refund-${ids.partId}`, ids, {
          version: part.version,
          status: 'cancelled',
          reason: 'The box was never at the door, so you get your money back.',
        });
      return;
    }
  }
}
