import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { type ClientSession, Jobs, Transactions } from '#libs/platform';

/** Has payments by card advanced by a job; the sweep covers one that is lost. */
@Injectable()
export class CardQueue {
  constructor(
    private readonly jobs: Jobs,
    private readonly transactions: Transactions,
  ) {}

  /** Not awaited, so that nobody waits for an unavailable Redis. */
  add(id: Types.ObjectId | string): void {
    void this.jobs.add('payment.advance', { paymentId: id.toString() }).catch(() => {});
  }

  /** Inside a transaction: once it is committed. */
  afterCommit(session: ClientSession, ids: readonly Types.ObjectId[]): void {
    this.transactions.afterCommit(session, () => {
      for (const id of ids) this.add(id);
    });
  }
}
