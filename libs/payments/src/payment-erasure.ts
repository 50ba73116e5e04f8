import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { pseudonymOf } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  BlocksDeletion,
  type ClientSession,
  countTotal,
  type DeletedPerson,
  type Erased,
  Erases,
  type LeavingPerson,
} from '#libs/platform';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { CORRECTION, type Correction } from './correction.model.js';
import { LedgerService } from './ledger.service.js';
import { balanceOf } from './money-events.js';
import { SavedCards } from './saved-cards.service.js';
import { Sellers } from './sellers.service.js';

/** A payment that its provider, the market or a bank is not done with. */
const UNDER_WAY = [
  { open: { $ne: null } },
  { nextAt: { $ne: null } },
  { waitsSince: { $ne: null } },
  { 'disputes.state': 'open' },
];

/** The payments and saved cards of a deleted account. The books have ids only and stay, and so does unspent store credit. */
@Injectable()
export class PaymentErasure {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    @InjectModel(CORRECTION) private readonly corrections: Model<Correction>,
    private readonly farms: FarmsService,
    private readonly ledger: LedgerService,
    private readonly saved: SavedCards,
    private readonly sellers: Sellers,
  ) {}

  @BlocksDeletion('payments')
  async underWay(session: ClientSession, { userId }: LeavingPerson): Promise<number> {
    const farm = await this.farms.foundedBy(session, userId);
    const whose = [{ customerId: userId }, ...(farm ? [{ farmId: farm._id }] : [])];
    // A checkout that comes to nothing releases what it holds.
    const open: QueryFilter<CardPayment> = {
      $and: [{ stage: { $ne: 'checkout' } }, { $or: whose }, { $or: UNDER_WAY }],
    };
    return countTotal(this.payments, open, session);
  }

  @BlocksDeletion('balance')
  async openBalance(session: ClientSession, { userId }: LeavingPerson): Promise<number> {
    const farm = await this.farms.foundedBy(session, userId);
    if (!farm) return 0;
    const farmId = farm._id.toString();
    const balances = (await this.ledger.balancesOf(session, [farmId])).get(farmId) ?? [];
    return balanceOf(balances) === 0 ? 0 : 1;
  }

  /** Throws `SERVICE_UNAVAILABLE`. */
  @Erases('payments')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    await this.saved.forgetPayer(userId.toString());
    const farm = await this.farms.foundedBy(null, userId);
    if (farm) await this.sellers.disconnect(farm._id.toString());
    const name = pseudonymOf(userId.toString());
    for (const by of ['proposedBy', 'decidedBy'])
      await this.corrections.updateMany(
        { [`${by}._id`]: userId },
        { $set: { [`${by}.name`]: name } },
      );
    return {};
  }
}
