import { expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import {
  type AuditEntryDto,
  type CardPaymentDto,
  type ContactMessageDto,
  type Conversation,
  type ConversationSide,
  type CorrectionDto,
  type DomainEvent,
  type EventName,
  type EventPayload,
  eventNames,
  type FarmStats,
  type HoldDto,
  type Message,
  type MessageReport,
  type OrderProblem,
  type OwnFarmDto,
  type OwnReviewDto,
  parseEvent,
  type Statement,
} from '#libs/contracts';
import { storefrontOf } from '../../entities/farms';
import type { Viewer } from '../../realtime/live-table';
import { makeSchedule, makeSlots } from '../../testing/fake-days';
import { FakeMoney } from '../../testing/fake-money';
import { answer } from '../../testing/fake-problems';
import { makeReview } from '../../testing/fake-reviews';
import { makeWork } from '../../testing/fake-work';
import { makeFarms, makeProducts } from '../../testing/fixtures';
import { LivePage } from '../../testing/live-page';
import { queryKeys } from '../../testing/query-keys';
import { copy, farmId } from '../../testing/server-model';
import { eventTable } from './event-table';
import { nothing } from './visitor-table';

const id = (n: number) => n.toString(16).padStart(24, '0');
const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 8) + n * 1_000).toISOString();
const pages = <Page>(page: Page) => ({ pages: [page], pageParams: [undefined] });

const orderId = id(0x70);
const paymentOf = (n: number): CardPaymentDto => ({
  _id: id(0x7100 + n),
  orderId,
  partId: id(0x7200 + (n % 2)),
  state: 'authorised',
  held: 30,
  unpaid: 0,
  captured: 0,
  refunded: 0,
  card: { brand: 'visa', last4: '4242' },
  expiresAt: null,
  isReplaced: false,
  version: 1,
});

/** A model of the server for all entities that the other specs do not cover, with its events. */
class OtherServerModel {
  readonly events: DomainEvent[] = [];
  readonly farm: OwnFarmDto;
  readonly reviews: OwnReviewDto[] = [];
  readonly messages: ContactMessageDto[] = [];
  readonly work = makeWork();
  readonly money = new FakeMoney();
  problems: OrderProblem[] = [];
  conversation: Conversation | null = null;
  written: Message[] = [];
  reports: MessageReport[] = [];
  readonly corrections: CorrectionDto[] = [];
  readonly payments: CardPaymentDto[] = [paymentOf(0), paymentOf(1)];
  hold: HoldDto | null = null;
  favourites = { products: [] as string[], farms: [] as string[], version: 1 };
  book = { addresses: [], version: 1 };
  readonly credit = { balance: 0, version: 0 };
  readonly schedule = makeSchedule();
  readonly slots = makeSlots(this.schedule).slice(0, 2);
  #scheduleRemoved = false;
  ratingVersion = 0;
  #clock = 0;
  #hasFailed = false;
  readonly #product = makeProducts(makeFarms())[0] as ReturnType<typeof makeProducts>[0];

  constructor() {
    const [farm] = makeFarms();
    if (!farm) throw new Error('there are farms');
    const applied = { ownerId: farmId(8), appliedAt: at(1), decisionReason: null };
    this.farm = { ...farm, ...applied, status: 'pending', version: 1 };
    this.work.farmStats.farmId = farm._id;
  }

  publish<Name extends EventName>(name: Name, version: number, payload: EventPayload<Name>): void {
    this.#clock += 1;
    const head = { id: id(this.#clock), name, occurredAt: at(this.#clock), aggregateId: 'x' };
    const rest = { version, correlationId: 'spec', actorId: null, payload };
    this.events.push(parseEvent(JSON.parse(JSON.stringify({ ...head, ...rest }))));
  }

  review(which: number, step: number): void {
    const { length } = this.reviews;
    const review = this.reviews[which % (length + 1)];
    if (!review) {
      const made = makeReview(this.#product, length + 1, { version: 1, rating: 1 + (step % 5) });
      this.reviews.push({ ...made, farmId: this.farm._id, editableUntil: at(99) });
      this.#publishReview('posted', this.reviews[length] as OwnReviewDto);
      return;
    }
    review.version += 1;
    const hides = step % 3 === 0 && review.hiddenReason === null;
    review.hiddenReason = hides ? 'Rude' : null;
    if (step % 3 === 1) review.reply = { text: `Thank you ${step}`, at: at(step), editedAt: null };
    if (step % 3 === 2) review.text = `Other words ${step}`;
    this.#publishReview(hides ? 'hidden' : 'edited', review);
  }

  #publishReview(step: EventPayload<'own-review.changed'>['step'], review: OwnReviewDto): void {
    const { _id, productId, version } = review;
    const ids = { reviewId: _id, productId, farmId: review.farmId };
    const { orderId: _, customerId: __, editableUntil: ___, hiddenReason, ...shown } = review;
    if (hiddenReason !== null) this.publish('review.removed', version, { ...ids, public: true });
    else if (step === 'posted')
      this.publish('review.posted', version, { review: shown, public: true });
    else this.publish('review.changed', version, { review: shown, public: true });
    this.publish('own-review.changed', version, { step, review });
  }

  checkOut(n: number): void {
    const customerId = farmId(9);
    if (this.hold?.status === 'open') {
      const status = (['used', 'released', 'expired'] as const)[n % 3] ?? 'expired';
      const closed: HoldDto = { ...this.hold, status, secondsLeft: 0, version: 2 };
      this.hold = closed;
      this.publish('hold.closed', 2, { customerId, hold: closed });
      return;
    }
    this.#clock += 1;
    const hold = {
      _id: id(0xa000 + this.#clock),
      expiresAt: at(900 + this.#clock),
      lines: [],
      slots: [],
    };
    const opened: HoldDto = { ...hold, status: 'open', secondsLeft: 900, version: 1 };
    this.hold = opened;
    this.publish('hold.created', 1, { customerId, hold: opened });
  }

  decide(n: number): void {
    const { farm } = this;
    const wasApproved = farm.status === 'approved';
    farm.version += 1;
    farm.tagline = `Words ${n}`;
    if (n % 2) farm.status = wasApproved ? 'refused' : 'approved';
    if (n % 2) farm.decisionReason = `Because ${n}`;
    this.publish('farm.changed', farm.version, { farm: storefrontOf(farm), wasApproved });
    this.publish('own-farm.changed', farm.version, { farm });
  }

  write(which: number): void {
    const { length } = this.messages;
    const message = this.messages[which % (length + 1)];
    if (message) {
      message.status = message.status === 'open' ? 'answered' : 'open';
      message.version += 1;
      this.publish('contact.status-changed', message.version, { message });
      return;
    }
    const words = { subject: 'Pears', message: 'Ripe?', email: 'ida@example.org' };
    const name = { firstName: 'Ida', lastName: 'Ask', reference: `FG-M-${length}` };
    const created = { _id: id(0xb000 + length), createdAt: at(length), version: 1 };
    this.messages.push({ ...created, ...name, ...words, status: 'open' });
    this.publish('contact.received', 1, { message: this.messages[length] as ContactMessageDto });
  }

  act(n: number): void {
    const acts = [
      ['user.status-changed', { type: 'user', id: farmId(9), name: 'Ida Ask' }],
      ['job.retried', { type: 'job', id: 'mail/job-again', name: null }],
      ['queue.retried', { type: 'job', id: 'mail', name: null }],
    ] as const;
    const [action, target] = acts[n % acts.length] ?? acts[0];
    if (target.type === 'job') this.#hasFailed = false;
    const entry: AuditEntryDto = {
      _id: id(0xc000 + this.#clock),
      action,
      target,
      actor: null,
      reason: null,
      before: {},
      after: { n },
      requestId: 'spec',
      at: at(this.#clock),
    };
    this.publish('audit.recorded', 1, { entry });
  }

  count(n: number): void {
    const { farmStats, sales } = this.work;
    farmStats.version += 1;
    farmStats.buyers = n;
    const today = sales.at(-1);
    if (!today) return;
    today.version += 1;
    today.orders += 1;
    farmStats.today = today;
    const [best] = farmStats.topProducts;
    if (best) Object.assign(best, { revenue: best.revenue + n, version: best.version + 1 });
    const { today: _, sales: __, topProducts, ...figures } = farmStats;
    const payload = { ...figures, day: { ...today }, products: copy(topProducts) };
    this.publish('farm.stats-changed', farmStats.version, payload);
    const stats = { totalOrders: n, totalRevenue: n, averageOrderValue: 1 };
    const version = today.version;
    const day = { ...today };
    this.publish('analytics.changed', version, {
      subject: 'orders',
      stats: { ...stats, version },
      day,
      // of the farm, and of one that had sold nothing before
      farms: [this.farm._id, farmId(77)].map((farm) => ({
        farmId: farm,
        day: today.day,
        orders: today.orders,
        revenue: n,
        version,
      })),
      handovers: [
        { day: today.day, orders: n, revenue: n, average: 1, orderedWithDay: n, version },
      ],
      cohorts: [
        { month: n % 2 ? '2026-10' : '2026-11', customers: n, again: [n, 0, 0, 0, 0], version },
      ],
    });
  }

  /** A schedule that is edited and at last removed, and one of two slots: places taken, closed, withdrawn. */
  plan(which: number, n: number): void {
    const { schedule, slots } = this;
    if (!this.#scheduleRemoved) {
      schedule.version += 1;
      schedule.name = `Days ${n}`;
      this.#scheduleRemoved = n === 30;
      const payload = { schedule: copy(schedule), removed: this.#scheduleRemoved };
      this.publish('schedule.changed', schedule.version, payload);
    }
    const slot = slots[which % slots.length];
    if (!slot || slot.state === 'withdrawn') return;
    slot.version += 1;
    slot.taken = n;
    slot.state = n === 29 ? 'withdrawn' : n % 2 ? 'closed' : 'open';
    this.publish('own-slot.changed', slot.version, { slot: copy(slot) });
  }

  mark(n: number): void {
    const version = this.favourites.version + 1;
    this.favourites = { products: [id(n + 1)], farms: [], version };
    this.publish('favourites.changed', version, {
      customerId: farmId(9),
      favourites: this.favourites,
    });
    this.book = { addresses: [], version };
    this.publish('user.addresses-changed', version, { userId: farmId(9), book: this.book });
  }

  /** Store credit is given, or used by an order. */
  spend(n: number): void {
    const { credit } = this;
    const isUsed = credit.balance >= n;
    const amount = isUsed ? -n : n;
    credit.balance += amount;
    credit.version += 1;
    const order = { _id: id(0xa000 + credit.version), code: `FG-${credit.version}` };
    const kind = isUsed ? ('used' as const) : ('given' as const);
    const entry = { _id: id(0xb000 + credit.version), at: at(this.#clock), kind, amount, order };
    const customerId = farmId(9);
    const payload = { customerId, credit: { ...credit }, entries: [entry] };
    this.publish('credit.changed', credit.version, payload);
  }

  /** A part is handed over, late into the month before until that is closed; a correction is proposed or decided. */
  trade(n: number): void {
    const { money, farm } = this;
    const isLate = n % 4 === 0 && money.closedMonth === null;
    money.month = isLate ? '2026-10' : '2026-11';
    const change = money.handOver(n % 5 ? farm._id : farmId(77), n);
    this.publish('farm.money-changed', change.statement.version, change);
    money.month = '2026-11';
    const figures = money.market();
    this.publish('market.money-changed', figures.version, figures);
    const open = money.disputes.find(({ state }) => state === 'open');
    const disputed = open ?? {
      orderId: id(0xc000 + n),
      code: 'FG-0A',
      farmId: farm._id,
      amount: n,
      reference: `dp_${money.disputes.length}`,
    };
    const dispute = {
      ...disputed,
      state: open ? ('won' as const) : ('open' as const),
      version: (open?.version ?? 0) + 1,
    };
    money.disputes = [...money.disputes.filter((one) => one !== open), dispute];
    this.publish('order.disputed', dispute.version, dispute);
    money.payTo({ state: n % 2 ? 'ready' : 'incomplete' });
    this.publish('farm.payouts-changed', money.payouts.version, {
      farmId: farm._id,
      ...money.payouts,
    });
    if (n === 30 && money.closedMonth === null && money.months(farm._id).includes('2026-10')) {
      money.closedMonth = '2026-10';
      const statement = money.summary(farm._id, '2026-10');
      const balance = money.balance(farm._id);
      this.publish('farm.money-changed', statement.version, { statement, balance, entries: [] });
    }
    this.payByCard(n);
    this.complain(n);
    this.talk(n);
    const proposed = this.corrections.find(({ status }) => status === 'proposed');
    if (proposed) {
      const status = n % 2 ? ('confirmed' as const) : ('rejected' as const);
      const decidedBy = { _id: farmId(7), name: 'Bea Admin' };
      Object.assign(proposed, { status, decidedBy, version: 2 });
      this.publish('correction.changed', 2, { correction: { ...proposed } });
      return;
    }
    const correction: CorrectionDto = {
      _id: id(0xe000 + this.corrections.length),
      farmId: farm._id,
      farmName: farm.name,
      amount: n,
      reason: 'A crate was lost',
      status: 'proposed',
      proposedBy: { _id: farmId(8), name: 'Ada Admin' },
      decidedBy: null,
      createdAt: at(n),
      version: 1,
    };
    this.corrections.push(correction);
    this.publish('correction.changed', 1, { correction: { ...correction } });
  }

  /** A payment of an order is taken in part and given back; or a card lets it go, and another takes its place. */
  pay(which: number, n: number): void {
    const { payments } = this;
    const payment = payments[which % payments.length];
    if (!payment || payment.isReplaced) return;
    payment.version += 1;
    payment.state = n % 2 ? 'captured' : 'lapsed';
    if (n % 2) Object.assign(payment, { captured: n, refunded: which });
    payment.isReplaced = n % 4 === 0;
    const customerId = farmId(9);
    this.publish('order.payment-changed', payment.version, { customerId, payment });
    if (!payment.isReplaced) return;
    payments.push(paymentOf(payments.length));
    const replacement = { customerId, payment: paymentOf(payments.length - 1) };
    this.publish('order.payment-changed', 1, replacement);
  }

  /** A refund is refused, or the one before is paid back. */
  payByCard(n: number): void {
    const { cardPayments } = this.money;
    const before = cardPayments.at(-1);
    const waits = { reason: 'refund_refused', since: at(n), act: 'refund', amount: n } as const;
    const next = before?.wait
      ? { ...before, wait: null, version: before.version + 1 }
      : { _id: id(0xc000 + cardPayments.length), wait: waits, order: null, card: null, version: 1 };
    this.money.cardPayments = [...cardPayments.filter(({ _id }) => _id !== next._id), next];
    this.publish('waiting-payment.changed', next.version, { payment: next });
  }

  /** A customer reports a problem with the farm's goods, or the farm answers the report before. */
  complain(n: number): void {
    const before = this.problems.at(-1);
    const next: OrderProblem =
      before?.status === 'open'
        ? answer(before, {
            ...{ outcome: 'none', lines: [], amount: 0, reason: 'No', at: at(n) },
            by: { role: 'farmer', name: 'Frances' },
          })
        : {
            _id: id(0xb000 + this.problems.length),
            ...{ orderId: id(1), code: 'FG-1A', partId: id(2), farmId: this.farm._id },
            ...{ farmName: 'Creek', customer: { _id: farmId(9), name: 'Ann' } },
            ...{ payment: 'card', feeRate: 800, lines: [], text: null, pictures: [] },
            ...{ status: 'open', reportedAt: at(n), answer: null, version: 1 },
          };
    this.problems = [...this.problems.filter(({ _id }) => _id !== next._id), next];
    const name = next.status === 'open' ? 'problem.reported' : 'problem.answered';
    this.publish(name, next.version, { problem: next });
  }

  /** A customer and the farm write to each other, read it, report it, and an admin decides. */
  talk(n: number): void {
    const last = this.written.at(-1);
    const [farmName, code, customer] = ['Creek', 'FG-1A', { _id: farmId(9), name: 'Ann' }];
    const state = (patch: Partial<Conversation>): Conversation => {
      const before = this.conversation;
      this.conversation = {
        ...{ _id: id(2), orderId: id(1), code, farmId: this.farm._id, farmName, customer },
        unread: before?.unread ?? { customer: 0, farm: 0 },
        read: before?.read ?? { customer: 0, farm: 0 },
        lastMessageAt: before?.lastMessageAt ?? at(n),
        ...patch,
        version: (before?.version ?? 0) + 1,
      };
      return this.conversation;
    };
    if (last && n % 6 === 3 && this.conversation) {
      const side = last.from === 'farm' ? 'customer' : 'farm';
      const conversation = state({
        unread: { ...this.conversation.unread, [side]: 0 },
        read: { ...this.conversation.read, [side]: last.number },
      });
      this.publish('message.read', conversation.version, { conversation, side, since: 1 });
      return;
    }
    const said = this.written.findLast(({ from, removedAt }) => from === 'customer' && !removedAt);
    if (said && (n % 6 === 4 || n % 6 === 5)) {
      const known = this.reports.find(({ _id }) => _id === said._id);
      const status = known ? 'removed' : 'open';
      const decision = known ? { reason: 'One', by: 'Clara', at: at(n) } : null;
      const report: MessageReport = {
        ...{ _id: said._id, message: { ...said, reported: !known }, code, farmName, customer },
        ...{ farmId: this.farm._id, by: { side: 'farm', name: 'Frances' }, reason: 'No' },
        ...{ reportedAt: said.sentAt, status, decision, version: known ? 2 : 1 },
      };
      this.reports = [...this.reports.filter(({ _id }) => _id !== said._id), report];
      if (known) {
        const removed: Message = { ...said, text: '', removedAt: at(n), version: 2 };
        this.written = this.written.map((one) => (one === said ? removed : one));
        const ids = { customerId: customer._id, farmId: this.farm._id };
        this.publish('message.removed', 2, { message: removed, ...ids });
      }
      this.publish('message.report-changed', report.version, { report });
      return;
    }
    const from = n % 2 === 0 ? 'customer' : 'farm';
    const message: Message = {
      ...{ _id: id(0xe000 + this.written.length), orderId: id(1), partId: id(2) },
      ...{ number: this.written.length + 1, from, author: 'Somebody', text: `${n}` },
      ...{ pictures: [], sentAt: at(n), removedAt: null, reported: false, version: 1 },
    };
    this.written = [...this.written, message];
    const reader = from === 'farm' ? 'customer' : 'farm';
    const unread = this.conversation?.unread ?? { customer: 0, farm: 0 };
    const conversation = state({
      unread: { ...unread, [reader]: unread[reader] + 1 },
      lastMessageAt: at(n),
    });
    this.publish('message.sent', conversation.version, { message, conversation });
  }

  check(n: number): void {
    const times = { startedAt: at(this.#clock), finishedAt: at(this.#clock + 1) };
    const found = { products: n, mismatchCount: 0, mismatches: [], requestedBy: null };
    this.publish('stock.checked', 1, { _id: id(0xd000 + this.#clock), ...times, ...found });
    const books = { months: 1, journals: n, orders: n, faultCount: 0, faults: [] };
    const asked = { ...times, ...books, requestedBy: null };
    this.publish('ledger.checked', 1, { _id: id(0xf000 + this.#clock), ...asked });
    const tries = { state: 'failed' as const, tries: 3, triesAllowed: 3, reason: 'no' };
    // one job fails again after each retry
    const _id = this.#hasFailed ? `job-${this.#clock}` : 'job-again';
    this.#hasFailed = true;
    const job = { _id, name: 'notification.mail', queue: 'mail' as const };
    const when = { createdAt: at(1), failedAt: at(this.#clock), dueAt: null };
    this.publish('job.failed', 3, { job: { ...job, ...tries, ...when } });
  }
}

const steps = [
  'review',
  'hold',
  'farm',
  'message',
  'act',
  'count',
  'mark',
  'check',
  'plan',
  'pay',
  'trade',
  'spend',
] as const;
const anything = fc.record({
  what: fc.constantFrom(...steps),
  which: fc.nat(3),
  n: fc.integer({ min: 1, max: 30 }),
});
type Step = typeof anything extends fc.Arbitrary<infer Value> ? Value : never;

function perform(model: OtherServerModel, acts: readonly Step[]): void {
  for (const { what, which, n } of acts) {
    if (what === 'review') model.review(which, n);
    else if (what === 'hold') model.checkOut(n);
    else if (what === 'farm') model.decide(n);
    else if (what === 'message') model.write(which);
    else if (what === 'act') model.act(n);
    else if (what === 'count') model.count(n);
    else if (what === 'mark') model.mark(n);
    else if (what === 'check') model.check(n);
    else if (what === 'plan') model.plan(which, n);
    else if (what === 'pay') model.pay(which, n);
    else if (what === 'trade') model.trade(n);
    else model.spend(n);
  }
}

/** A query cache as after the first load. */
function loaded(model: OtherServerModel): QueryClient {
  const client = new QueryClient();
  const empty = { nextCursor: null, total: 0 };
  const put = (key: readonly unknown[], data: object) => client.setQueryData(key, copy(data));
  put(queryKeys.hold, { hold: null });
  put(queryKeys.addresses, model.book);
  put(queryKeys.credit, model.credit);
  put(queryKeys.creditEntries, pages({ ...empty, entries: [] }));
  put(queryKeys.favourites, model.favourites);
  put(queryKeys.stockCheck, { check: null });
  put(queryKeys.ownFarm, model.farm);
  put(queryKeys.schedules, { schedules: [model.schedule] });
  // the second is made later
  put(queryKeys.ownSlots, { slots: model.slots.slice(0, 1) });
  put(queryKeys.allSlots({}), {
    pages: [{ slots: model.slots.slice(0, 1), nextCursor: null, total: 2 }],
    pageParams: [undefined],
  });
  put(queryKeys.farm(model.farm.slug), storefrontOf(model.farm));
  for (const status of ['pending', 'approved', 'refused'] as const) {
    const applications = status === model.farm.status ? [model.farm] : [];
    put(
      queryKeys.applications(status),
      pages({ ...empty, applications, total: applications.length }),
    );
  }
  for (const query of [{}, { status: 'open' as const }, { status: 'answered' as const }])
    put(queryKeys.contactMessages(query), pages({ ...empty, messages: [] }));
  put(queryKeys.audit({}), pages({ ...empty, entries: [] }));
  put(queryKeys.farmReviews(undefined), pages({ ...empty, reviews: [], unanswered: 0 }));
  put(queryKeys.allReviews(undefined), pages({ ...empty, reviews: [] }));
  put(queryKeys.jobs({ queue: 'mail', state: 'failed' }), pages({ ...empty, jobs: [] }));
  put(queryKeys.orderStats, {
    totalOrders: 0,
    totalRevenue: 0,
    averageOrderValue: 0,
    version: 0,
  });
  put(queryKeys.farmStats(30), model.work.farmStats satisfies FarmStats);
  const { sales } = model.work;
  const days = { days: sales, from: sales[0]?.day, to: sales.at(-1)?.day };
  put(queryKeys.sales({}), { ...days, orders: 0, revenue: 0, average: 0 });
  const sold = sales.slice(-2).map(({ day }) => ({ day, orders: 1, revenue: 5, version: 1 }));
  const farms = [{ farmId: model.farm._id, days: sold }];
  put(queryKeys.farmSales({}), { ...days, before: sales[0]?.day, farms, total: 1 });
  const handovers = sales.slice(-2).map(({ day }) => {
    return { day, orders: 0, revenue: 0, average: 0, orderedWithDay: 0, version: 0 };
  });
  put(queryKeys.handovers({}), { ...days, days: handovers });
  const { money } = model;
  const farmId1 = model.farm._id;
  const statements = money.months(farmId1).map((month) => money.summary(farmId1, month));
  put(queryKeys.statements('mine'), { balance: money.balance(farmId1), statements });
  for (const month of ['2026-10', '2026-11'])
    put(queryKeys.statement('mine', month), money.statement(farmId1, month));
  put(queryKeys.farmBalances, { farms: [{ farmId: farmId1, farmName: 'Creek', balance: 0 }] });
  for (const status of ['open', 'answered'] as const)
    put(queryKeys.problems('mine', status), pages({ ...empty, problems: [], open: 0 }));
  put(queryKeys.orderProblems(id(1)), { problems: [] });
  put(queryKeys.orderConversations(id(1)), { conversations: [] });
  for (const side of ['customer', 'farm'] as const)
    put(queryKeys.unreadConversations(side), { conversations: [] });
  put(queryKeys.thread({ orderId: id(1), partId: id(2) }), pages({ ...empty, messages: [] }));
  for (const status of ['open', 'decided'] as const)
    put(queryKeys.messageReports(status), pages({ ...empty, reports: [], open: 0 }));
  put(queryKeys.waitingPayments, { payments: [], total: 0 });
  put(queryKeys.moneyDesk, { ...money.market(), check: null });
  for (const status of ['proposed', 'confirmed', 'rejected'] as const)
    put(queryKeys.corrections(status), pages({ ...empty, corrections: [] }));
  const payments = [paymentOf(0), paymentOf(1)];
  put(queryKeys.orderPayments(orderId), { payments });
  put(queryKeys.receipt(orderId), {
    order: { _id: orderId, parts: [], version: 1 },
    payments,
    farms: [],
  });
  put(queryKeys.cohorts, { month: '2026-10', cohorts: [] });
  return client;
}

/**
 * The query data after the next fetch: without rows that no longer match a list's filter, and without a closed hold,
 * which stays only where it was open before.
 */
function screens(client: QueryClient): object {
  const all = client.getQueryCache().getAll();
  return Object.fromEntries(
    all.map(({ queryKey, state }) => {
      const { status } = (queryKey[2] ?? {}) as { status?: string };
      const keep = (row: { status: string }) => !status || row.status === status;
      const data = JSON.parse(JSON.stringify(state.data), (name, value) => {
        if (name === 'hold') return value?.status === 'open' ? value : null;
        if (name === 'conversations' && queryKey[1] === 'unread') {
          const { side } = queryKey[2] as { side: ConversationSide };
          return value.filter(({ unread }: Conversation) => unread[side] > 0);
        }
        if (name === 'reports')
          return value.filter(
            (row: MessageReport) => (row.status === 'open') === (status === 'open'),
          );
        return ['applications', 'messages', 'corrections', 'problems'].includes(name)
          ? value.filter(keep)
          : value;
      });
      return [JSON.stringify(queryKey), data];
    }),
  );
}

/** What the list of months knows better than a month: something may be booked late into the one before. */
const late = { opening: 0, closing: 0 };

const viewers: Record<string, (model: OtherServerModel) => Viewer> = {
  'an admin': () => ({ id: farmId(8), role: 'admin', farmId: null }),
  'the farm': ({ farm }) => ({ id: farmId(8), role: 'farmer', farmId: farm._id }),
  'a customer': () => ({ id: farmId(9), role: 'customer', farmId: null }),
};

test.each(Object.keys(viewers))(
  'late, duplicated and shuffled events result in the same data for %s',
  (who) => {
    fc.assert(
      fc.property(
        fc.array(anything, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 6 }),
        (acts, randomNumbers, batch) => {
          const model = new OtherServerModel();
          const viewer = viewers[who]?.(model) ?? null;
          const [inOrder, shuffled] = [loaded(model), loaded(model)];
          perform(model, acts);
          const inOrderPage = new LivePage(inOrder, viewer);
          for (const event of model.events) inOrderPage.apply([event]);
          const shuffledPage = new LivePage(shuffled, viewer);
          const shuffledEvents = [
            ...model.events,
            ...model.events.filter(() => randomNumbers.next().value % 2 === 0),
          ]
            .map((event) => ({ event, rank: randomNumbers.next().value }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ event }) => event);
          for (let from = 0; from < shuffledEvents.length; from += batch)
            shuffledPage.apply(shuffledEvents.slice(from, from + batch));
          expect(screens(shuffled)).toEqual(screens(inOrder));
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 60) },
    );
  },
);

test('the books on a page are those of the server, to the cent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (acts) => {
      const model = new OtherServerModel();
      const client = loaded(model);
      for (const n of acts) model.trade(n);
      const viewer = viewers['the farm']?.(model) ?? null;
      new LivePage(client, viewer).apply(model.events);
      const { money, farm } = model;
      const months = money.months(farm._id);
      expect(client.getQueryData(queryKeys.statements('mine'))).toEqual({
        balance: money.balance(farm._id),
        statements: months.map((month) => money.summary(farm._id, month)),
      });
      const fields = (statement: unknown) => ({ ...(statement as Statement), ...late });
      for (const month of ['2026-10', '2026-11'])
        expect(fields(client.getQueryData(queryKeys.statement('mine', month)))).toEqual(
          fields(money.statement(farm._id, month)),
        );
    }),
  );
});

test('the payments of an order on a page are those of the server', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 30 }))), (acts) => {
      const model = new OtherServerModel();
      const client = loaded(model);
      for (const [which, n] of acts) model.pay(which, n);
      const viewer = viewers['a customer']?.(model) ?? null;
      new LivePage(client, viewer).apply(model.events);
      const payments = model.payments.filter(({ isReplaced }) => !isReplaced);
      expect(client.getQueryData(queryKeys.orderPayments(orderId))).toEqual({ payments });
      expect(client.getQueryData(queryKeys.receipt(orderId))).toMatchObject({ payments });
    }),
  );
});

test('every event with store updates is in one of the models', () => {
  const model = new OtherServerModel();
  const all = steps.flatMap((what) => [1, 2, 3, 4, 5, 6].map((n) => ({ what, which: n % 2, n })));
  perform(model, all);
  const covered = new Set<EventName>(model.events.map(({ name }) => name));
  const coveredElsewhere: EventName[] = [
    // orders-users-products.spec.ts
    ...(['user.registered', 'user.status-changed', 'user.changed', 'cart.changed'] as const),
    // users-table.test.tsx
    'user.deleted',
    ...([
      'product.created',
      'product.changed',
      'product.counted',
      'product.stock-changed',
    ] as const),
    ...(['order.placed', 'order.part-placed', 'order.farm-part-changed'] as const),
    ...(['order.part-changed', 'product.rating-changed'] as const),
    ...(['product.status-changed', 'product.published'] as const),
    // inbox-and-farms.spec.ts
    ...(['inbox.added', 'inbox.read'] as const),
    // calendars.spec.ts
    ...(['calendar.changed', 'slot.changed'] as const),
    // team-and-crew.spec.ts
    ...(['team.changed', 'order.packing-changed', 'order.stop-changed'] as const),
    // shown-reviews.spec.ts
    'farm.rating-changed',
    // calendars.spec.ts
    ...(['calendar.changed', 'slot.changed'] as const),
  ];
  const changing = eventNames.filter((name) => eventTable[name] !== nothing);
  expect(changing.filter((name) => !covered.has(name) && !coveredElsewhere.includes(name))).toEqual(
    [],
  );
});
