import {
  addDollars,
  bookingsBetween,
  bookingsOf,
  type Cents,
  type CorrectionDto,
  correctionDtoSchema,
  correctionsPageSchema,
  decideCorrectionSchema,
  disputesSchema,
  type FarmDto,
  type Fulfilment,
  farmAccount,
  farmBalanceSchema,
  farmBalancesSchema,
  farmOfAccount,
  foldBalances,
  foldStatement,
  type Id,
  type JournalKind,
  type JournalLine,
  type LedgerAccount,
  type LedgerCheckDto,
  ledgerCheckQueuedSchema,
  type MarketMoney,
  type MoneyChange,
  type MoneyPart,
  type Month,
  markPaidBackSchema,
  markPaymentSchema,
  moneyDeskSchema,
  move,
  type OrderDisputed,
  onboardingSchema,
  type Payouts,
  payoutsSchema,
  proposeCorrectionSchema,
  type Statement,
  type StatementJournal,
  type StatementSummary,
  statementEntries,
  statementSchema,
  statementsSchema,
  testSellerSchema,
  toCents,
  toDollars,
  toOrderMoney,
  type UserDto,
  type WaitingPayment,
  waitingPaymentSchema,
  waitingPaymentsSchema,
} from '#libs/contracts';
import { type Handler, ok, problem } from './fake-response';
import { fakeId } from './fixtures';

/** The part of the fake server that these routes need. */
interface FakeServer {
  readonly farms: readonly FarmDto[];
  readonly user: UserDto | null;
  readonly money: FakeMoney;
  on(route: string, handler: Handler): void;
}

type Cause = Partial<
  Pick<StatementJournal, 'order' | 'feeRate' | 'reference' | 'paidOn' | 'reason'>
>;

/** A ledger in memory, with the contracts' own bookings and statements. */
export class FakeMoney {
  readonly journals: StatementJournal[] = [];
  month: Month = '2026-11';
  closedMonth: Month | null = null;
  check: LedgerCheckDto | null = null;
  corrections: CorrectionDto[] = [];
  /** Payments by card that wait; those without `wait` do not any more. */
  cardPayments: WaitingPayment[] = [];
  disputes: OrderDisputed[] = [];
  payouts: Omit<Payouts, 'farmId'> = {
    provider: 'test-cards',
    state: 'by_hand',
    returned: null,
    version: 1,
  };

  /** How its farm is paid changes. */
  payTo(change: Partial<FakeMoney['payouts']>): void {
    this.payouts = { ...this.payouts, ...change, version: this.payouts.version + 1 };
  }

  /** A part is handed over, the order's only one; returns the event that pages get. */
  handOver(
    farmId: Id,
    goods: number,
    {
      fulfilment = 'pickup',
      deliveryFee = 0,
      byCard = false,
    }: { fulfilment?: Fulfilment; deliveryFee?: number; byCard?: boolean } = {},
  ): MoneyChange {
    const orderId = fakeId('order', this.journals.length + 1);
    const part = { _id: orderId, farmId, subtotal: toCents(goods), deliveredAt: null };
    const money = { feeRate: 800, deliveryFee: toCents(deliveryFee), byCard };
    const bookings = bookingsOf({
      ...money,
      parts: [{ ...part, fulfilment, status: 'delivered' }],
    });
    return this.book(farmId, bookings, {
      order: { _id: orderId, code: `FG-${this.journals.length}A` },
      feeRate: 800,
    });
  }

  /** Of goods that the farm handed over for cash it gives something back: as it was paid, and as store credit. */
  giveBack(farmId: Id, goods: number, back: { refunded?: number; credited?: number }): MoneyChange {
    const orderId = fakeId('order', this.journals.length + 1);
    const part: MoneyPart = {
      _id: orderId,
      farmId,
      ...{ fulfilment: 'pickup', status: 'delivered', deliveredAt: null },
      subtotal: goods,
    };
    const order = (parts: MoneyPart[]) =>
      toOrderMoney({ feeRate: 800, deliveryFee: 0, customerId: fakeId('user', 1), parts });
    return this.book(farmId, bookingsBetween(order([part]), order([{ ...part, ...back }])), {
      order: { _id: orderId, code: `FG-${this.journals.length}A` },
      feeRate: 800,
    });
  }

  /** Money moves by bank: to the farm above zero, from it below. */
  pay(farmId: Id, dollars: number, reference: string, paidOn: string): MoneyChange {
    const lines = move(-toCents(dollars), 'market:bank', farmAccount(farmId));
    const kind = dollars > 0 ? 'payout' : 'payment';
    return this.book(farmId, [{ kind, lines }], { reference, paidOn });
  }

  correct(farmId: Id, dollars: number, reason: string): MoneyChange {
    const lines = move(toCents(dollars), 'market:corrections', farmAccount(farmId));
    return this.book(farmId, [{ kind: 'correction', lines }], { reason });
  }

  book(
    farmId: Id,
    bookings: readonly { kind: JournalKind; lines: readonly JournalLine[] }[],
    cause: Cause,
  ): MoneyChange {
    const id = fakeId('part', this.journals.length + 1);
    const booked = bookings.map(({ kind, lines }, at): StatementJournal => {
      const number = this.journals.filter(({ month }) => month === this.month).length + at + 1;
      return {
        _id: fakeId('order', 0x1000 + this.journals.length + at),
        cause: { id, kind },
        month: this.month,
        number,
        at: `${this.month}-20T10:${String(number % 60).padStart(2, '0')}:00.000Z`,
        ...{ order: null, feeRate: null, reference: null, paidOn: null, reason: null },
        ...cause,
        lines,
      };
    });
    this.journals.push(...booked);
    return {
      statement: this.summary(farmId, this.month),
      balance: this.balance(farmId),
      entries: statementEntries(farmId, booked),
    };
  }

  statement(farmId: Id, month: Month): Statement {
    const own = this.journalsOf(farmId);
    const opening = centsOf(
      farmId,
      own.filter((one) => one.month < month),
    );
    const journals = own.filter((one) => one.month === month);
    const isClosed = this.closedMonth !== null && month <= this.closedMonth;
    const version = 1 + journals.length + (isClosed ? 1 : 0);
    return foldStatement({ farmId, month, isClosed, version, opening }, journals);
  }

  summary(farmId: Id, month: Month): StatementSummary {
    const { entries: _, totals: __, ...summary } = this.statement(farmId, month);
    return summary;
  }

  balance(farmId: Id): number {
    return toDollars(centsOf(farmId, this.journalsOf(farmId)));
  }

  /** The market's own figures. */
  market(): MarketMoney {
    const all = foldBalances(this.journals);
    const running = foldBalances(this.journals.filter((one) => one.month === this.month));
    return {
      month: this.month,
      feesEarned: toDollars(all.get('market:fees') ?? 0),
      feesThisMonth: toDollars(running.get('market:fees') ?? 0),
      deliveryHeld: toDollars(all.get('market:delivery') ?? 0),
      owedByCard: toDollars(-(all.get('market:cards') ?? 0)),
      storeCredit: toDollars(sumOf(all, (account) => account.startsWith('customer:'))),
      version: this.journals.length + 1,
    };
  }

  /** The running month and those with journals, newest first. */
  months(farmId: Id): Month[] {
    return [...new Set([this.month, ...this.journalsOf(farmId).map(({ month }) => month)])]
      .sort()
      .reverse();
  }

  private journalsOf(farmId: Id): StatementJournal[] {
    return this.journals.filter(({ lines }) =>
      lines.some(({ account }) => farmOfAccount(account) === farmId),
    );
  }
}

const centsOf = (farmId: Id, journals: readonly StatementJournal[]): Cents =>
  sumOf(foldBalances(journals), (account) => farmOfAccount(account) === farmId);

const sumOf = (
  balances: ReadonlyMap<LedgerAccount, Cents>,
  counts: (account: LedgerAccount) => boolean,
): Cents =>
  [...balances].reduce((sum, [account, cents]) => (counts(account) ? sum + cents : sum), 0);

export function addMoneyRoutes(server: FakeServer): void {
  const { money } = server;
  const months = (farmId: Id) => {
    const statements = money.months(farmId).map((month) => money.summary(farmId, month));
    return ok(statementsSchema, { balance: money.balance(farmId), statements });
  };
  const month = (farmId: Id, of = '') => ok(statementSchema, money.statement(farmId, of));
  const own = () => server.user?.farmId ?? '';
  server.on('GET /api/v1/farms/mine/statements', () => months(own()));
  server.on('GET /api/v1/farms/mine/statements/:month', ({ params }) => month(own(), params.month));
  const payouts = () => ok(payoutsSchema, { farmId: own(), ...money.payouts });
  server.on('GET /api/v1/farms/mine/payouts', payouts);
  server.on('DELETE /api/v1/farms/mine/payouts', () => {
    money.payTo({ state: 'by_hand', returned: null });
    return payouts();
  });
  server.on('POST /api/v1/farms/mine/payouts/onboard', () =>
    ok(onboardingSchema, { url: 'https://farmgate.example/test-cards/sellers/seller_1' }),
  );
  server.on('POST /api/v1/test-cards/sellers', ({ body }) => {
    if (testSellerSchema.parse(body).seller !== 'seller_1')
      return problem('PAYMENT_NOT_FOUND', 404);
    money.payTo({ state: 'ready' });
    return payouts();
  });
  server.on('GET /api/v1/admin/money/farms/:id/statements', ({ params }) =>
    months(params.id ?? ''),
  );
  server.on('GET /api/v1/admin/money/farms/:id/statements/:month', ({ params }) =>
    month(params.id ?? '', params.month),
  );
  addDeskRoutes(server);
  addCardRoutes(server);
  addCorrectionRoutes(server);
}

function addDeskRoutes(server: FakeServer): void {
  const { money } = server;
  const balances = () =>
    server.farms
      .filter(
        ({ _id }) => money.months(_id).length > 1 || money.statement(_id, money.month).version > 1,
      )
      .map(({ _id, name }) => ({ farmId: _id, farmName: name, balance: money.balance(_id) }))
      .sort((a, b) => a.balance - b.balance);
  const sum = (some: readonly { balance: number }[]) =>
    Math.abs(addDollars(...some.map(({ balance }) => balance)));
  server.on('GET /api/v1/admin/money/disputes', () =>
    ok(disputesSchema, {
      disputes: money.disputes.filter(({ state }) => state === 'open'),
    }),
  );
  server.on('GET /api/v1/admin/money', () => {
    const { version: _, ...figures } = money.market();
    return ok(moneyDeskSchema, {
      ...figures,
      owedToFarms: sum(balances().filter(({ balance }) => balance > 0)),
      owedByFarms: sum(balances().filter(({ balance }) => balance < 0)),
      feeRate: 800,
      closedMonth: money.closedMonth,
      check: money.check,
    });
  });
  server.on('GET /api/v1/admin/money/farms', () => ok(farmBalancesSchema, { farms: balances() }));
  server.on('POST /api/v1/admin/money/check', () =>
    ok(ledgerCheckQueuedSchema, { queued: true }, 202),
  );
  server.on('POST /api/v1/admin/money/farms/:id/payments', ({ params, body, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const { kind, amount, reference, paidOn, balance } = markPaymentSchema.parse(body);
    const farm = server.farms.find(({ _id }) => _id === params.id);
    if (farm === undefined) return problem('FARM_NOT_FOUND', 404);
    const stored = money.balance(farm._id);
    if (stored !== balance)
      return problem('BALANCE_CHANGED', 409, {
        message: 'The balance is not what you saw',
        details: { from: balance, to: stored },
      });
    money.pay(farm._id, kind === 'payout' ? amount : -amount, reference, paidOn);
    const now = { farmId: farm._id, farmName: farm.name, balance: money.balance(farm._id) };
    return ok(farmBalanceSchema, now, 201);
  });
}

function addCardRoutes(server: FakeServer): void {
  const { money } = server;
  server.on('GET /api/v1/admin/money/card-payments', () => {
    const payments = money.cardPayments.filter(({ wait }) => wait !== null);
    return ok(waitingPaymentsSchema, { payments, total: payments.length });
  });
  server.on('POST /api/v1/admin/money/card-payments/:id/refunds', ({ params, body, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const { amount } = markPaidBackSchema.parse(body);
    const payment = money.cardPayments.find(({ _id }) => _id === params.id);
    if (payment?.wait?.amount !== amount) return problem('PAYMENT_NOT_FOUND', 404);
    Object.assign(payment, { wait: null, version: payment.version + 1 });
    return ok(waitingPaymentSchema, payment, 201);
  });
}

function addCorrectionRoutes(server: FakeServer): void {
  const { money } = server;
  const who = () => ({ _id: server.user?._id ?? '', name: server.user?.name ?? '' });
  server.on('GET /api/v1/admin/money/corrections', ({ query }) => {
    const status = query.get('status');
    const corrections = money.corrections.filter((one) => (status ?? one.status) === one.status);
    return ok(correctionsPageSchema, {
      corrections,
      nextCursor: null,
      total: corrections.length,
    });
  });
  server.on('POST /api/v1/admin/money/corrections', ({ body, headers }) => {
    if (!headers.has('Idempotency-Key')) return problem('IDEMPOTENCY_KEY_MISSING', 400);
    const proposal = proposeCorrectionSchema.parse(body);
    const correction: CorrectionDto = {
      ...proposal,
      _id: fakeId('part', 0x2000 + money.corrections.length),
      farmName: server.farms.find(({ _id }) => _id === proposal.farmId)?.name ?? '',
      status: 'proposed',
      proposedBy: who(),
      decidedBy: null,
      createdAt: new Date().toISOString(),
      version: 1,
    };
    money.corrections.unshift(correction);
    return ok(correctionDtoSchema, correction, 201);
  });
  server.on('PATCH /api/v1/admin/money/corrections/:id/decision', ({ params, body }) => {
    const { version, decision } = decideCorrectionSchema.parse(body);
    const stored = money.corrections.find(({ _id }) => _id === params.id);
    if (stored === undefined) return problem('CORRECTION_NOT_FOUND', 404);
    if (stored.version !== version)
      return problem('VERSION_CONFLICT', 409, {
        details: {
          version: stored.version,
          current: { status: stored.status },
          wanted: { status: decision },
        },
      });
    Object.assign(stored, { status: decision, decidedBy: who(), version: version + 1 });
    if (decision === 'confirmed') money.correct(stored.farmId, stored.amount, stored.reason);
    return ok(correctionDtoSchema, stored);
  });
}
