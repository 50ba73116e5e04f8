import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type Cents,
  type FarmBalance,
  type FarmBalances,
  farmAccount,
  farmOfAccount,
  type Id,
  type MarkPayment,
  type MoneyDesk,
  move,
  toCents,
  toDollars,
} from '#libs/contracts';
import { type Farm, FarmsService } from '#libs/farms';
import {
  type ClientSession,
  DomainError,
  Idempotency,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
  Transactions,
} from '#libs/platform';
import { requirePastDay, requireSeen } from './bank-payments.js';
import { BALANCE, type Balance, type BalanceAccount } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { LedgerCheckService } from './ledger-check.service.js';
import { MarketFees } from './market-fees.service.js';
import { balanceOf } from './money-events.js';
import { MonthsService } from './months.service.js';
import { Sellers } from './sellers.service.js';

/** What is owed to whom, and payments by bank. */
@Injectable()
export class MoneyDeskService {
  constructor(
    @InjectModel(BALANCE) private readonly balances: Model<Balance>,
    private readonly ledger: LedgerService,
    private readonly months: MonthsService,
    private readonly checks: LedgerCheckService,
    private readonly fees: MarketFees,
    private readonly farms: FarmsService,
    private readonly sellers: Sellers,
    private readonly idempotency: Idempotency,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  async desk(): Promise<MoneyDesk> {
    const sums = await this.sums(null);
    const month = this.months.at(Date.now());
    const running = await this.balances.findById(`${month} market:fees`).lean<Balance>();
    const farms = [...farmSums(sums).values()];
    const above = farms.filter((cents) => cents > 0).reduce((sum, cents) => sum + cents, 0);
    const below = farms.filter((cents) => cents < 0).reduce((sum, cents) => sum - cents, 0);
    return {
      feesEarned: toDollars(sums.get('market:fees') ?? 0),
      feesThisMonth: toDollars(running?.cents ?? 0),
      deliveryHeld: toDollars(sums.get('market:delivery') ?? 0),
      owedByCard: toDollars(-(sums.get('market:cards') ?? 0)),
      storeCredit: toDollars(sums.get('customers') ?? 0),
      owedToFarms: toDollars(above),
      owedByFarms: toDollars(below),
      feeRate: this.fees.rateAt(new Date()),
      month,
      closedMonth: (await this.ledger.lastClosed(null))?._id ?? null,
      check: await this.checks.latest(),
    };
  }

  /** Those that owe most first. */
  async list(): Promise<FarmBalances> {
    return this.transactions.run(async (session) => {
      const sums = farmSums(await this.sums(session));
      const ids = [...sums.keys()].map((id) => new Types.ObjectId(id));
      const farms = await this.farms.byIds(session, ids);
      return {
        farms: farms
          .map((farm) => toFarmBalance(farm, sums.get(farm._id.toString()) ?? 0))
          .sort(
            (one, other) => one.balance - other.balance || (one.farmId < other.farmId ? -1 : 1),
          ),
      };
    });
  }

  /**
   * Books a payment by bank, once per key; returns the farm's balance. Throws `FARM_NOT_FOUND`, `BALANCE_CHANGED` (with
   * `details.from` and `to`), `AMOUNT_TOO_HIGH`, `VALIDATION_FAILED` for a day to come, and `IDEMPOTENCY_KEY_REUSED`.
   */
  markPayment(
    admin: Principal,
    key: string,
    farmId: Id,
    payment: MarkPayment,
  ): Promise<FarmBalance> {
    return this.idempotency.once(
      { userId: admin.userId, key, request: { farmId, payment } },
      {
        make: async (session, id) => {
          const { farm, cents } = await this.balanceOf(session, farmId);
          const pending = await this.sellers.lockPayouts(session, farmId);
          this.requirePayable(payment, cents, pending);
          await this.book(session, admin, farm, { id, payment, cents });
          return toFarmBalance(farm, cents + changeBy(payment));
        },
        find: async () => {
          const { farm, cents } = await this.transactions.run((session) =>
            this.balanceOf(session, farmId),
          );
          return toFarmBalance(farm, cents);
        },
      },
    );
  }

  /** `pending`: the transfers to the farm whose outcome is open. */
  private requirePayable(
    { kind, amount, paidOn, balance }: MarkPayment,
    cents: Cents,
    pending: Cents,
  ): void {
    requirePastDay(paidOn, this.config.MARKET_TIME_ZONE);
    requireSeen(balance, cents);
    const owed = kind === 'payout' ? cents - pending : -cents;
    if (toCents(amount) > owed)
      throw new DomainError('AMOUNT_TOO_HIGH', undefined, {
        details: { owed: toDollars(Math.max(0, owed)) },
      });
  }

  private async book(
    session: ClientSession,
    actor: Principal,
    farm: Farm,
    { id, payment, cents }: { id: Types.ObjectId; payment: MarkPayment; cents: Cents },
  ): Promise<void> {
    const { kind, amount, reference, paidOn } = payment;
    const account = farmAccount(farm._id.toString());
    await this.ledger.book(session, [
      {
        cause: { id: id.toString(), kind },
        at: new Date(),
        reference,
        paidOn,
        lines: move(changeBy(payment), 'market:bank', account),
      },
    ]);
    await this.audit.add(session, {
      actor,
      action: `${kind}.marked`,
      target: { type: 'farm', id: farm._id, name: farm.name },
      before: { balance: toDollars(cents) },
      after: { balance: toDollars(cents + changeBy(payment)), amount, reference, paidOn },
      reason: null,
    });
  }

  private async balanceOf(
    session: ClientSession,
    farmId: Id,
  ): Promise<{ farm: Farm; cents: Cents }> {
    const [farm] = await this.farms.byIds(session, [new Types.ObjectId(farmId)]);
    if (!farm) throw new DomainError('FARM_NOT_FOUND');
    const balances = await this.ledger.balancesOf(session, [farmId]);
    return { farm, cents: balanceOf(balances.get(farmId) ?? []) };
  }

  private async sums(session: ClientSession | null): Promise<Map<BalanceAccount, Cents>> {
    const found = await this.balances
      .aggregate<{ _id: BalanceAccount; cents: Cents }>([
        { $group: { _id: '$account', cents: { $sum: '$cents' } } },
      ])
      .session(session);
    return new Map(found.map(({ _id, cents }) => [_id, cents]));
  }
}

/** By how much a payment changes what the market owes the farm. */
const changeBy = ({ kind, amount }: MarkPayment): Cents =>
  kind === 'payout' ? -toCents(amount) : toCents(amount);

function farmSums(sums: ReadonlyMap<BalanceAccount, Cents>): Map<Id, Cents> {
  const farms = new Map<Id, Cents>();
  for (const [account, cents] of sums) {
    const farmId = farmOfAccount(account);
    if (farmId) farms.set(farmId, (farms.get(farmId) ?? 0) + cents);
  }
  return farms;
}

const toFarmBalance = ({ _id, name }: Farm, cents: Cents): FarmBalance => ({
  farmId: _id.toString(),
  farmName: name,
  balance: toDollars(cents),
});
