import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type Cents, type Id, type Payouts, toDollars } from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
  Transactions,
} from '#libs/platform';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import {
  ConfiguredCards,
  idAt,
  type MerchantAccount,
  madeAt,
  noAnswer,
} from './configured-cards.js';
import { SELLER, type Seller } from './seller.model.js';

/** Where a farm comes back to from the provider's pages. */
const MONEY_PAGE = '/dashboard/farmer/money';
/** Milliseconds until a farm's status is asked for again: while it enters its data, and later. */
const ASK_MS = 60_000;
const ASK_READY_MS = 86_400_000;
/** Sellers per run of the sweep. */
const SWEEP_BATCH = 100;

/** Farms' accounts at the card provider, to which their shares are transferred. */
@Injectable()
export class Sellers {
  constructor(
    @InjectModel(SELLER) private readonly sellers: Model<Seller>,
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  async payouts(farmId: Id): Promise<Payouts> {
    const { current } = this.cards;
    return toPayouts(farmId, current, current && (await this.find(idAt(current, farmId))));
  }

  /**
   * Opens a farm's account at the provider, or lets the farm go on with its data; returns the address of the provider's
   * page. Not inside a transaction. Throws `PAYMENT_NOT_OFFERED` and `SERVICE_UNAVAILABLE`.
   */
  async onboard(farmId: Id, email: string): Promise<string> {
    const merchant = this.cards.required();
    const known = await this.begin(merchant, farmId);
    const page = `${publicUrl(this.config)}${MONEY_PAGE}`;
    const onboarding = await merchant.provider.onboard({
      key: `seller-${farmId}-${email}`.slice(0, 255),
      farmId,
      email,
      ...(known.reference !== null && { seller: known.reference }),
      returnUrl: page,
      refreshUrl: page,
    });
    if (onboarding.state !== 'succeeded') throw noAnswer();
    const { reference, url } = onboarding;
    await this.change(known._id, (seller) => ({
      reference,
      isConnected: true,
      // the farm looks at its data now
      isReturned: false,
      askAt: seller.isConnected && seller.status === 'ready' ? new Date() : soon(ASK_MS),
    }));
    return url;
  }

  /** From now on the market pays the farm by bank. What was transferred can still be taken back. */
  async disconnect(farmId: Id): Promise<Payouts> {
    const { current } = this.cards;
    const byHand = { isConnected: false, isReturned: false };
    if (current) await this.change(idAt(current, farmId), () => byHand);
    return this.payouts(farmId);
  }

  /** Asks for the status of an account, if it is one of a farm here. */
  async refresh(reference: string): Promise<void> {
    const merchant = this.cards.current;
    if (!merchant) return;
    const { provider } = merchant;
    const seller = await this.sellers.findOne({ ...madeAt(merchant), reference }).lean<Seller>();
    if (!seller) return;
    const found = await provider.status(reference);
    const status = found.state;
    if (status === 'unknown') {
      await this.sellers.updateOne({ _id: seller._id }, { $set: { askAt: soon(ASK_MS) } });
      return;
    }
    await this.change(seller._id, () => ({
      status: status === 'declined' ? 'restricted' : status,
      askAt: soon(status === 'incomplete' ? ASK_MS : ASK_READY_MS),
    }));
  }

  /** Asks for the status of the accounts whose time it is. */
  async sweep(): Promise<void> {
    const { current } = this.cards;
    if (!current) return;
    const due = await this.sellers
      .find({ ...madeAt(current), askAt: { $lte: new Date() } }, { reference: 1 })
      .sort({ askAt: 1 })
      .limit(SWEEP_BATCH)
      .lean<Pick<Seller, '_id' | 'reference'>[]>();
    for (const { reference } of due) if (reference) await this.refresh(reference);
  }

  /**
   * What a farm has done on the onboarding page of the test cards. Throws `PAYMENT_NOT_FOUND` for another's account.
   */
  async finishTestOnboarding(farmId: Id, reference: string): Promise<Payouts> {
    const { testCards, current } = this.cards;
    const seller = current && (await this.find(idAt(current, farmId)));
    if (!testCards || seller?.reference !== reference) throw new DomainError('PAYMENT_NOT_FOUND');
    await testCards.finishOnboarding(reference);
    await this.refresh(reference);
    return this.payouts(farmId);
  }

  /** Inside a transaction: the account to which a farm is paid, if it is ready. */
  async ready(
    session: ClientSession,
    merchant: MerchantAccount,
    farmId: Id,
  ): Promise<string | null> {
    const seller = await this.find(idAt(merchant, farmId), session);
    const isReady = seller?.isConnected && seller.status === 'ready' && !seller.isReturned;
    return isReady ? seller.reference : null;
  }

  /**
   * Inside a transaction, before a farm's money is moved: locks it, so that two who move it conflict. Returns the cents
   * of transfers to it whose outcome is open.
   */
  async lockPayouts(session: ClientSession, farmId: Id): Promise<Cents> {
    const of = { farmId: new Types.ObjectId(farmId) };
    const { modifiedCount } = await this.sellers.updateMany(
      of,
      { $inc: { funds: 1 } },
      { session },
    );
    if (modifiedCount === 0) return 0;
    const own = await this.sellers.find(of, { reference: 1 }).session(session).lean<Seller[]>();
    const references = own.flatMap(({ reference }) => reference ?? []);
    const open = await this.payments
      .find({ 'open.request.seller': { $in: references }, 'open.act': 'transfer' }, { open: 1 })
      .session(session)
      .lean<Pick<CardPayment, 'open'>[]>();
    return open.reduce((sum, payment) => sum + centsOf(payment), 0);
  }

  /**
   * Inside a transaction: stores that the farm's bank has returned a payout, and publishes it; returns the farm, or
   * null if it is known already or the account is nobody's here.
   */
  async storeReturn(
    session: ClientSession,
    { seller: reference, reference: payout, cents }: ReturnedPayout,
  ): Promise<Seller | null> {
    const seller = await this.sellers.findOne({ reference }).session(session).lean<Seller>();
    if (!seller || seller.returns.some((one) => one.reference === payout)) return null;
    const returns = [...seller.returns, { reference: payout, cents, at: new Date() }];
    await this.write(session, seller, { returns, isReturned: true });
    return seller;
  }

  private async begin(merchant: MerchantAccount, farmId: Id): Promise<Seller> {
    const _id = idAt(merchant, farmId);
    const begun: Omit<Seller, '_id'> = {
      ...madeAt(merchant),
      farmId: new Types.ObjectId(farmId),
      reference: null,
      isConnected: false,
      status: 'incomplete',
      returns: [],
      isReturned: false,
      funds: 0,
      askAt: null,
      version: 1,
    };
    await this.sellers.updateOne({ _id }, { $setOnInsert: begun }, { upsert: true });
    return { _id, ...begun, ...(await this.find(_id)) };
  }

  private find(_id: string, session: ClientSession | null = null): Promise<Seller | null> {
    return this.sellers.findById(_id).session(session).lean<Seller>().exec();
  }

  private async change(_id: string, change: (seller: Seller) => Partial<Seller>): Promise<void> {
    await this.transactions.run(async (session) => {
      const seller = await this.find(_id, session);
      if (seller) await this.write(session, seller, change(seller));
    });
  }

  private async write(
    session: ClientSession,
    before: Seller,
    change: Partial<Seller>,
  ): Promise<void> {
    const after = { ...before, ...change, version: before.version + 1 };
    await this.sellers.updateOne(
      { _id: before._id },
      { $set: change, $inc: { version: 1 } },
      { session },
    );
    const farmId = before.farmId.toString();
    const { current } = this.cards;
    const [was, is] = [before, after].map((one) => toPayouts(farmId, current, one));
    if (!is || (was?.state === is.state && before.returns === after.returns)) return;
    await this.outbox.add(
      session,
      draft('farm.payouts-changed', { id: `payouts:${farmId}`, version: after.version }, is),
    );
  }
}

/** A payout that a farm's bank has returned to its account at the provider. */
export interface ReturnedPayout {
  readonly seller: string;
  readonly reference: string;
  readonly cents: Cents;
}

const soon = (ms: number) => new Date(Date.now() + ms);

const centsOf = ({ open }: Pick<CardPayment, 'open'>): Cents =>
  open && 'cents' in open.request ? open.request.cents : 0;

function toPayouts(farmId: Id, merchant: MerchantAccount | null, seller: Seller | null): Payouts {
  const returned = seller?.isReturned ? seller.returns.at(-1) : undefined;
  return {
    farmId,
    provider: merchant?.provider.kind ?? null,
    state: stateOf(seller),
    returned: returned ? toDollars(returned.cents) : null,
    version: seller?.version ?? 1,
  };
}

function stateOf(seller: Seller | null): Payouts['state'] {
  // also for a farm that is paid by bank now: the money was on its way before
  if (seller?.isReturned) return 'returned';
  return seller?.isConnected ? seller.status : 'by_hand';
}
