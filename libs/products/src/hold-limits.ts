import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { fromThousandths, lineTotal, UNITS } from '#libs/contracts';
import { type ClientSession, DomainError } from '#libs/platform';
import { HOLD, type Hold } from './hold.model.js';

/**
 * Limits per account, so that nobody empties the shop without buying: far more than a household or a kitchen orders at
 * once. Stricter without a confirmed e-mail, because anybody can create such accounts. `units` are pounds, pints and
 * pieces together.
 */
const LIMITS = {
  confirmed: { cents: 20_000_00, units: 5_000, fullHolds: 12 },
  unconfirmed: { cents: 1_000_00, units: 300, fullHolds: 3 },
};
/** The window, in milliseconds, in which the time is summed that an account held the same product without ordering. */
const WINDOW_MS = 24 * 3_600_000;

/** Limits each account's holds: their value, their amount, and the total time for the same product. */
@Injectable()
export class HoldLimits {
  constructor(@InjectModel(HOLD) private readonly holds: Model<Hold>) {}

  /**
   * Inside the transaction that opens the hold; throws `HOLD_LIMIT_REACHED`. `fullMs` is the lifetime of a hold in
   * milliseconds: the total time per product is limited to `fullHolds` times as much.
   */
  async check(
    session: ClientSession,
    { _id, customerId, lines }: Hold,
    { isConfirmed, fullMs }: { isConfirmed: boolean; fullMs: number },
  ): Promise<void> {
    const { cents, units, fullHolds } = isConfirmed ? LIMITS.confirmed : LIMITS.unconfirmed;
    const value = lines.reduce((sum, { price, amount }) => sum + lineTotal(price, amount), 0);
    const amount = lines.reduce(
      (sum, line) => sum + fromThousandths(line.amount) * UNITS[line.unit].size,
      0,
    );
    if (value > cents || amount > units) throw limitReached('The cart is too large to be held');
    const wanted = lines.map(({ productId }) => productId);
    const since = Types.ObjectId.createFromTime(Math.floor((Date.now() - WINDOW_MS) / 1_000));
    const earlier = await this.holds
      .find({
        customerId,
        _id: { $gt: since, $ne: _id },
        status: { $ne: 'used' },
        'lines.productId': { $in: wanted },
      })
      .session(session)
      .lean<Hold[]>();
    for (const productId of wanted) {
      const heldMs = earlier
        .filter((hold) => hold.lines.some((line) => line.productId.equals(productId)))
        .reduce((sum, hold) => sum + durationOf(hold), 0);
      if (heldMs >= fullHolds * fullMs)
        throw limitReached('A product of this cart was held for you too long today');
    }
  }
}

const durationOf = ({ _id, closedAt }: Hold) =>
  (closedAt ?? new Date()).getTime() - _id.getTimestamp().getTime();

const limitReached = (detail: string) => new DomainError('HOLD_LIMIT_REACHED', detail);
