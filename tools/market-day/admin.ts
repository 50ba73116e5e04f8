import * as z from 'zod/mini';
import {
  type AllReviewsPage,
  type FarmBalances,
  type OrdersPage,
  orderDtoSchema,
  ownReviewDtoSchema,
  type ProblemsPage,
  recountSchema,
} from '#libs/contracts';
import { farmBalancesQueryOptions } from '../../apps/web/src/features/money/money';
import { allReviewsQueryOptions } from '../../apps/web/src/features/reviews/reviews';
import { answerOne } from './answers';
import type { Chance } from './chance';
import type { Pace } from './customer';
import type { Person } from './person';
import { allOrders, openReports } from './roles';

const DAY_MS = 86_400_000;

/**
 * An admin who watches, recounts, and sometimes answers a report, takes a hand-over back, marks what farms have paid,
 * or hides a review and shows it again.
 */
export class Admin {
  constructor(
    private readonly person: Person,
    private readonly chance: Chance,
    private readonly pace: Pace,
    private readonly onFault: (what: string) => void,
  ) {}

  async watch(signal: AbortSignal): Promise<void> {
    // cards then pay what is sent to farms, and not only what they owed
    await this.#markPayments();
    while (!signal.aborted) {
      await this.person.think(this.chance.between(this.pace.least * 5, this.pace.most * 5));
      if (signal.aborted) return;
      const kind = this.chance.next();
      if (kind < 0.3) await this.recount();
      else if (kind < 0.5)
        await this.person.do('stock check', z.unknown(), '/admin/stock-check', { method: 'POST' });
      else if (kind < 0.65) await this.#takeBack();
      else if (kind < 0.75) await this.#answer();
      else if (kind < 0.9) await this.#markPayments();
      else await this.#moderate();
    }
  }

  /** Recounts all figures from the source data; the running figures must be equal. */
  async recount(): Promise<void> {
    const recount = await this.person.do('recount', recountSchema, '/analytics/recount', {
      method: 'POST',
    });
    for (const { figure, projected, counted } of recount?.differences ?? [])
      this.onFault(`the figure ${figure} is ${projected} and should be ${counted}`);
  }

  /** Something that was marked as handed over was not: what was paid for it goes back. */
  async #takeBack(): Promise<void> {
    const done = this.person
      .rows(allOrders.queryKey, (page: OrdersPage) => page.orders)
      .flatMap(({ _id, parts }) => parts.map((part) => ({ orderId: _id, part })))
      .filter(({ part }) => part.status === 'delivered');
    const one = this.chance.of(done.slice(0, 10));
    if (!one) return;
    const { orderId, part } = one;
    await this.person.do(
      'taken back',
      orderDtoSchema,
      `/orders/${orderId}/parts/${part._id}/changes`,
      {
        method: 'POST',
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        body: { version: part.version, status: 'cancelled', reason: 'It never arrived.' },
      },
    );
  }

  /** Farms have paid by bank what they owed. */
  async #markPayments(): Promise<void> {
    const known = this.person.sees<FarmBalances>(farmBalancesQueryOptions().queryKey);
    const owing = (known?.farms ?? []).filter(({ balance }) => balance < 0);
    const [paidOn] = new Date(Date.now() - DAY_MS).toISOString().split('T');
    for (const { farmId, balance } of owing)
      await this.person.do('mark payment', z.unknown(), `/admin/money/farms/${farmId}/payments`, {
        method: 'POST',
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        body: { kind: 'payment', amount: -balance, reference: 'By bank', paidOn, balance },
      });
  }

  #answer(): Promise<void> {
    const reports = this.person.rows(
      openReports.all.queryKey,
      (page: ProblemsPage) => page.problems,
    );
    return answerOne(this.person, this.chance, reports);
  }

  async #moderate(): Promise<void> {
    const reviews = this.person.rows(
      allReviewsQueryOptions(undefined).queryKey,
      (page: AllReviewsPage) => page.reviews,
    );
    const review = this.chance.of(reviews);
    if (!review) return;
    const hidden = review.hiddenReason === null;
    await this.person.do('moderate', ownReviewDtoSchema, `/reviews/${review._id}/moderation`, {
      method: 'PATCH',
      body: {
        version: review.version,
        hidden,
        reason: hidden ? 'To be looked at.' : 'Nothing wrong.',
      },
    });
  }
}
