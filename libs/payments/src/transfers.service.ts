import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import { type Cents, type FarmTransfer, toDollars, transferSteps } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { type ClientSession, DomainError, Transactions } from '#libs/platform';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { CardQueue } from './card-queue.js';
import type { NextAct } from './card-requests.js';
import type { MerchantAccount } from './configured-cards.js';
import { LedgerService } from './ledger.service.js';
import { balanceOf } from './money-events.js';
import type { Seller } from './seller.model.js';
import { type ReturnedPayout, Sellers } from './sellers.service.js';

/** Hands farms with an account at the provider their shares of what cards paid, and takes back what they gave up. */
@Injectable()
export class Transfers {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly sellers: Sellers,
    private readonly ledger: LedgerService,
    private readonly farms: FarmsService,
    private readonly queue: CardQueue,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
  ) {}

  /**
   * Inside a transaction: the transfer or reversal that is next with a payment, null for none. A farm gets at most what
   * the market owes it, so that what it owes itself is netted; what it does not get here is paid by bank.
   */
  async next(
    session: ClientSession,
    merchant: MerchantAccount,
    payment: CardPayment,
  ): Promise<NextAct | null> {
    for (const step of transferSteps(payment)) {
      if (step.act === 'reverse') return step;
      const { farmId } = step;
      const seller = await this.sellers.ready(session, merchant, farmId);
      if (!seller) continue;
      const pending = await this.sellers.lockPayouts(session, farmId);
      const balances = await this.ledger.balancesOf(session, [farmId]);
      const cents = Math.min(step.cents, balanceOf(balances.get(farmId) ?? []) - pending);
      if (cents > 0) return { act: 'transfer', farmId, seller, cents };
    }
    return null;
  }

  /**
   * A farm's bank has returned a payout: the farm has the money at the provider again, from where its transfers are
   * taken back, so that the market owes it to the farm once more. Throws `SERVICE_UNAVAILABLE` while the transfer
   * itself is not known yet, so that the webhook comes again.
   */
  async takeBack(payout: ReturnedPayout): Promise<void> {
    await this.transactions.run(async (session) => {
      const seller = await this.sellers.storeReturn(session, payout);
      if (!seller) return;
      const left = await this.markReturned(session, payout);
      if (left > 0 && (await this.sellers.lockPayouts(session, seller.farmId.toString())) > 0)
        throw new DomainError('SERVICE_UNAVAILABLE');
      await this.addAuditEntry(session, seller, payout);
    });
  }

  /** The newest transfers first; returns the cents that none of them has. */
  private async markReturned(
    session: ClientSession,
    { seller, cents }: ReturnedPayout,
  ): Promise<Cents> {
    const paid = this.payments
      .find({ 'transfers.seller': seller }, { transfers: 1 })
      .sort({ _id: -1 })
      .session(session)
      .lean<Pick<CardPayment, '_id' | 'transfers'>>()
      .cursor();
    let left = cents;
    for await (const { _id, transfers } of paid) {
      const before = left;
      const marked = transfers.toReversed().map((transfer): FarmTransfer => {
        if (transfer.seller !== seller) return transfer;
        const { returned, reversed } = transfer;
        const more = Math.min(left, transfer.cents - Math.max(returned, reversed));
        left -= more;
        return { ...transfer, returned: returned + more };
      });
      if (left === before) continue;
      await this.payments.updateOne(
        { _id },
        { $set: { transfers: marked.toReversed(), nextAt: new Date() }, $inc: { version: 1 } },
        { session },
      );
      this.queue.afterCommit(session, [_id]);
      if (left === 0) break;
    }
    return left;
  }

  private async addAuditEntry(
    session: ClientSession,
    { farmId }: Seller,
    { reference, cents }: ReturnedPayout,
  ): Promise<void> {
    const [farm] = await this.farms.byIds(session, [new Types.ObjectId(farmId)]);
    await this.audit.add(session, {
      actor: null,
      action: 'payout.returned',
      target: { type: 'farm', id: farmId, name: farm?.name ?? '' },
      before: {},
      after: { amount: toDollars(cents), reference },
      reason: null,
    });
  }
}
