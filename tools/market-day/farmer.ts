import * as z from 'zod/mini';
import {
  type Conversations,
  declineReasonSchema,
  type FarmReviewsPage,
  type Id,
  nextStep,
  type OrderDto,
  type OrderPart,
  type OrdersFate,
  type OrdersPage,
  type OwnSchedules,
  type OwnSlots,
  onboardingSchema,
  orderDtoSchema,
  ownProductDtoSchema,
  ownSlotDtoSchema,
  type Payouts,
  type ProblemsPage,
  type ProductDto,
  reviewDtoSchema,
  scheduleDtoSchema,
} from '#libs/contracts';
import {
  ownSlotsQueryOptions,
  schedulesQueryOptions,
} from '../../apps/web/src/features/fulfilment/days';
import { farmReviewsQueryOptions } from '../../apps/web/src/features/reviews/reviews';
import { answerOne } from './answers';
import type { Cards } from './cards';
import type { Chance } from './chance';
import type { Pace } from './customer';
import type { Person } from './person';
import { board, openReports, ownProducts, payouts, unread } from './roles';
import { ask, readAndAnswer } from './talk';

const KEY = 'Idempotency-Key';
/** Shares of parts that a farmer declines, and of which less or again more comes. */
const DECLINED = 0.05;
const SHORTED = 0.1;

/** A farmer who works from the board, which is updated only by events. */
export class Farmer {
  /** The part that is worked on. */
  #atHand: Id | undefined;

  constructor(
    private readonly person: Person,
    private readonly chance: Chance,
    private readonly pace: Pace,
    /** The provider that pays the farm; null if the market pays it by bank. */
    private readonly payer: Pick<Cards, 'enterData'> | null,
  ) {}

  async work(signal: AbortSignal): Promise<void> {
    await this.#connect();
    while (!signal.aborted) {
      await this.person.think(this.chance.between(this.pace.least, this.pace.most));
      if (signal.aborted) return;
      const kind = this.chance.next();
      if (kind < 0.02) await this.#connect();
      else if (kind < 0.08) await this.#talk();
      else if (kind < 0.15) await this.#answer();
      else if (kind < 0.75) await this.#moveOn();
      else if (kind < 0.88) await this.#harvest();
      else if (kind < 0.92) await this.#price();
      else if (kind < 0.95) await this.#changeDay();
      else if (kind < 0.975) await this.#changeSchedule();
      else if (kind < 0.99) await this.#reply();
      else
        await this.person.do('read inbox', z.unknown(), '/inbox/read', {
          method: 'POST',
          body: { all: true },
        });
    }
  }

  /** Opens an account at the provider, and looks at its data again when its bank has returned money. */
  async #connect(): Promise<void> {
    const { state } = this.person.sees<Payouts>(payouts.queryKey) ?? {};
    if (!this.payer || state === 'ready') return;
    const path = '/farms/mine/payouts/onboard';
    const page = await this.person.do('open account', onboardingSchema, path, { method: 'POST' });
    if (page) await this.payer.enterData(this.person, page.url);
  }

  #answer(): Promise<void> {
    const reports = this.person.rows(
      openReports.mine.queryKey,
      (page: ProblemsPage) => page.problems,
    );
    return answerOne(this.person, this.chance, reports);
  }

  /** Reads and answers what customers have written, and sometimes writes first. */
  async #talk(): Promise<void> {
    const { conversations = [] } = this.person.sees<Conversations>(unread('farm').queryKey) ?? {};
    await readAndAnswer(this.person, this.chance, 'farm', conversations);
    const orders = this.person.rows(board.queryKey, (page: OrdersPage) => page.orders);
    if (this.chance.is(0.3)) await ask(this.person, this.chance, orders.slice(0, 5));
  }

  /** Takes the next step of the part at hand; when it is done, of one of the oldest or the newest. */
  async #moveOn(): Promise<void> {
    const waiting = this.person
      .rows(board.queryKey, (page: OrdersPage) => page.orders)
      .flatMap((order) => order.parts.map((part) => ({ order, part })))
      .filter(({ part }) => nextOf(part) !== null);
    const some = this.chance.is(0.5) ? waiting.slice(-5) : waiting.slice(0, 5);
    const next = waiting.find(({ part }) => part._id === this.#atHand) ?? this.chance.of(some);
    this.#atHand = next?.part._id;
    if (next) await this.#step(next.order, next.part);
  }

  async #step(order: OrderDto, part: OrderPart): Promise<void> {
    const status = nextOf(part);
    if (!status) return;
    const { version } = part;
    const path = `/orders/${order._id}/parts/${part._id}`;
    if (this.chance.is(SHORTED)) {
      await this.#short(path, part);
      return;
    }
    if (part.status !== 'placed' || !this.chance.is(DECLINED)) {
      const body = { status, version };
      await this.person.do(status, orderDtoSchema, path, { method: 'PATCH', body });
      return;
    }
    const declineReason = this.chance.of(declineReasonSchema.options);
    await this.person.do('declined', orderDtoSchema, `${path}/changes`, {
      method: 'POST',
      headers: { [KEY]: crypto.randomUUID() },
      body: { version, status: 'declined', declineReason, reason: 'Not today, sorry.' },
    });
  }

  /** Brings one unit less of a line, or what was ordered after all. */
  async #short(path: string, { version, lines }: OrderPart): Promise<void> {
    const line = this.chance.of(lines.filter(({ ordered }) => ordered > 0));
    if (!line) return;
    const isWhole = line.quantity === line.ordered;
    const quantity = isWhole ? Math.max(0, line.quantity - 1) : line.ordered;
    await this.person.do(isWhole ? 'shorted' : 'requantified', orderDtoSchema, `${path}/changes`, {
      method: 'POST',
      headers: { [KEY]: crypto.randomUUID() },
      body: {
        version,
        lines: [{ productId: line.productId, quantity }],
        declineReason: this.chance.of(declineReasonSchema.options),
      },
    });
  }

  /** Adds stock to products that have run low. */
  async #harvest(): Promise<void> {
    const low = this.#products().filter(
      ({ status, stock }) => status === 'live' && stock !== 'in_stock',
    );
    const product = this.chance.of(low.length > 0 ? low : this.#products());
    if (!product) return;
    const change = Math.max(1, Math.round(product.minimum)) * this.chance.whole(5, 20);
    await this.person.do('harvest', ownProductDtoSchema, `/products/${product._id}/stock`, {
      method: 'POST',
      body: { version: product.version, reason: 'harvest', change },
    });
  }

  async #price(): Promise<void> {
    const product = this.chance.of(this.#products());
    if (!product) return;
    const price = Math.max(50, Math.round(product.price * this.chance.between(90, 110))) / 100;
    await this.person.do('new price', ownProductDtoSchema, `/products/${product._id}`, {
      method: 'PATCH',
      body: { version: product.version, price },
    });
  }

  /** Closes one of the next days, keeping its orders or cancelling them, or opens a closed one again. */
  async #changeDay(): Promise<void> {
    const { slots = [] } = this.person.sees<OwnSlots>(ownSlotsQueryOptions().queryKey) ?? {};
    const slot = this.chance.of(slots.slice(0, 6));
    if (!slot) return;
    const { _id, version, state } = slot;
    const [what, body] =
      state === 'closed'
        ? ['reopen', { version }]
        : ['close', { version, ...(slot.taken > 0 && { fate: this.#fate() }) }];
    await this.person.do(`${what} day`, ownSlotDtoSchema, `/slots/${_id}/${what}`, {
      method: 'POST',
      body,
    });
  }

  /** Changes the capacity of a schedule, maybe below what is taken, or its times. */
  async #changeSchedule(): Promise<void> {
    const { queryKey } = schedulesQueryOptions();
    const { schedules = [] } = this.person.sees<OwnSchedules>(queryKey) ?? {};
    const schedule = this.chance.of(schedules);
    if (!schedule) return;
    const { _id, farmId: _, window, ...rule } = schedule;
    const shorter = {
      from: window.from,
      to: window.to.replace(/\d$/, this.chance.is(0.5) ? '0' : '5'),
    };
    const change = this.chance.is(0.7)
      ? { capacity: this.chance.whole(4, 30) }
      : { window: shorter };
    await this.person.do('edit schedule', scheduleDtoSchema, `/schedules/${_id}`, {
      method: 'PUT',
      body: { window, ...rule, ...change, fate: this.#fate() },
    });
  }

  #fate(): OrdersFate {
    return this.chance.is(0.5)
      ? { orders: 'keep' }
      : { orders: 'cancel', reason: 'The field is under water.' };
  }

  async #reply(): Promise<void> {
    const reviews = this.person.rows(
      farmReviewsQueryOptions(undefined).queryKey,
      (page: FarmReviewsPage) => page.reviews,
    );
    const review = reviews.find(({ reply }) => reply === null);
    if (!review) return;
    await this.person.do('reply', reviewDtoSchema, `/reviews/${review._id}/reply`, {
      method: 'PUT',
      body: { version: review.version, text: 'Thank you, come again!' },
    });
  }

  #products(): ProductDto[] {
    return this.person.rows(
      ownProducts.queryKey,
      (page: { products: readonly ProductDto[] }) => page.products,
    );
  }
}

/** The farm's next step; null for a finished part. */
const nextOf = ({ status, fulfilment }: OrderPart) => nextStep(status, fulfilment);
