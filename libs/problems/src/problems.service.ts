import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type AnswerProblem,
  type Cents,
  type Id,
  isCountable,
  type OrderProblem,
  type OrderProblems,
  type ProblemsPage,
  type ProblemsQuery,
  type ReportProblem,
  reportRefusal,
  toCents,
  toDollars,
  toThousandths,
  type UploadedPicture,
} from '#libs/contracts';
import { OrdersService, PartRefunds, type RefundablePart } from '#libs/orders';
import { Pictures } from '#libs/pictures';
import {
  type ClientSession,
  countTotal,
  DomainError,
  decisionConflict,
  draft,
  Idempotency,
  isDuplicateKey,
  newestById,
  Outbox,
  type Principal,
  Transactions,
} from '#libs/platform';
import { type Answer, openLine, PROBLEM, type Problem, toOrderProblem } from './problem.model.js';

/** Customers' reports of problems with what came, and the answers of farms and admins. */
@Injectable()
export class ProblemsService {
  constructor(
    @InjectModel(PROBLEM) private readonly problems: Model<Problem>,
    private readonly orders: OrdersService,
    private readonly refunds: PartRefunds,
    private readonly pictures: Pictures,
    private readonly idempotency: Idempotency,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Once per key. Throws `ORDER_NOT_FOUND`, `PROBLEM_NOT_ALLOWED` (with `details.reason`, see `reportRefusal`),
   * `PROBLEM_OPEN` for a line with an open report, `VALIDATION_FAILED` for what did not come or is no uploaded picture,
   * and `IDEMPOTENCY_KEY_REUSED`.
   */
  async report(
    customer: Principal,
    key: string,
    ids: { orderId: Id; partId: Id },
    body: ReportProblem,
  ): Promise<OrderProblem> {
    const report = { userId: customer.userId, key, request: { ...ids, problem: body } };
    const problem = await this.idempotency
      .once(report, {
        make: async (session, _id) => {
          const part = await this.refunds.find(session, customer, ids);
          const refusal = reportRefusal(part, Date.now());
          if (refusal)
            throw new DomainError('PROBLEM_NOT_ALLOWED', REFUSALS[refusal], {
              details: { reason: refusal },
            });
          const lines = linesOf(part, body.lines);
          const reported: Problem = {
            _id,
            orderId: part.orderId,
            code: part.code,
            partId: part.partId,
            farmId: part.farmId,
            farmName: part.farmName,
            customer: part.customer,
            payment: part.payment,
            feeRate: part.feeRate,
            lines,
            text: body.text ?? null,
            pictures: await this.takePictures(session, customer, body.pictures),
            status: 'open',
            openLines: lines.map(({ productId }) => openLine(part.partId, productId)),
            reportedAt: new Date(),
            answer: null,
            version: 1,
          };
          await this.problems.insertMany([reported], { lean: true, session });
          await this.publish(session, 'problem.reported', reported);
          return reported;
        },
        find: (id) => this.find(null, { _id: id }),
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new DomainError('PROBLEM_OPEN') : error;
      });
    return toOrderProblem(problem);
  }

  /** The reports of an order that the reader may see, newest first. Throws `ORDER_NOT_FOUND`. */
  async ofOrder(reader: Principal, orderId: Id): Promise<OrderProblems> {
    await this.orders.get(reader, orderId);
    const found = await this.problems
      .find({ orderId: new Types.ObjectId(orderId), ...visibleTo(reader) })
      .sort({ _id: -1 })
      .lean<Problem[]>();
    return { problems: found.map(toOrderProblem) };
  }

  /** Newest first, of one farm or of all. */
  async list({ farm, status, ...query }: ProblemsQuery): Promise<ProblemsPage> {
    const ofFarm = farm ? { farmId: new Types.ObjectId(farm) } : {};
    const [{ rows, ...page }, open] = await Promise.all([
      newestById(this.problems, { ...ofFarm, ...(status && { status }) }, query),
      countTotal(this.problems, { ...ofFarm, status: 'open' }),
    ]);
    return { problems: rows.map(toOrderProblem), ...page, open };
  }

  /**
   * The one answer of its farm or an admin: what is given back is part of the order from then on. Throws
   * `PROBLEM_NOT_FOUND`, `VERSION_CONFLICT`, `PROBLEM_ANSWERED`, `VALIDATION_FAILED` for lines that are not reported,
   * and what {@link PartRefunds.give} throws.
   */
  async answer(actor: Principal, id: Id, body: AnswerProblem): Promise<OrderProblem> {
    const answered = await this.transactions.run(async (session) => {
      const filter = { _id: new Types.ObjectId(id), ...visibleTo(actor) };
      const before = await this.find(session, filter);
      if (before.version !== body.version) throw decisionConflict(before, 'answered');
      if (before.status !== 'open') throw new DomainError('PROBLEM_ANSWERED');
      const wanted = answerOf(actor, before, body);
      const answer = { ...wanted, credit: await this.giveBack(session, actor, before, wanted) };
      const { openLines: _, ...problem } = before;
      const after: Problem = {
        ...problem,
        status: 'answered',
        answer,
        version: before.version + 1,
      };
      await this.problems.replaceOne({ _id: after._id }, after, { session });
      await this.record(session, actor, after, answer);
      await this.publish(session, 'problem.answered', after);
      return after;
    });
    return toOrderProblem(answered);
  }

  /** Returns what of it is store credit, in cents. */
  private async giveBack(
    session: ClientSession,
    actor: Principal,
    { _id: problemId, orderId, partId }: Problem,
    { outcome, lines, reason }: Omit<Answer, 'credit'>,
  ): Promise<Cents> {
    if (outcome === 'none') return 0;
    const ids = { orderId: orderId.toString(), partId: partId.toString() };
    return this.refunds.give(session, actor, ids, { problemId, to: outcome, lines, reason });
  }

  private async record(
    session: ClientSession,
    actor: Principal,
    { _id, orderId, code, customer, farmName }: Problem,
    { outcome, lines, reason }: Answer,
  ): Promise<void> {
    const amount = toDollars(lines.reduce((sum, { cents }) => sum + cents, 0));
    await this.audit.add(session, {
      actor,
      action: 'problem.answered',
      target: { type: 'order', id: orderId, name: `${code} ${customer.name}` },
      before: { status: 'open' },
      after: { status: 'answered', outcome, amount, farm: farmName, id: _id.toString() },
      reason,
    });
  }

  private async publish(
    session: ClientSession,
    name: 'problem.reported' | 'problem.answered',
    problem: Problem,
  ): Promise<void> {
    const aggregate = { id: problem._id, version: problem.version };
    await this.outbox.add(session, draft(name, aggregate, { problem: toOrderProblem(problem) }));
  }

  private async takePictures(
    session: ClientSession,
    { userId }: Principal,
    urls: readonly string[],
  ): Promise<UploadedPicture[]> {
    const uploaded = await this.pictures.use(session, userId, urls);
    return urls.map((url, at) => {
      const picture = uploaded.get(url);
      if (!picture) throw invalid(`pictures.${at}`, 'is no uploaded picture');
      return picture;
    });
  }

  private async find(
    session: ClientSession | null,
    filter: QueryFilter<Problem>,
  ): Promise<Problem> {
    const found = await this.problems.findOne(filter).session(session).lean<Problem>();
    if (!found) throw new DomainError('PROBLEM_NOT_FOUND');
    return found;
  }
}

const REFUSALS = {
  not_delivered: 'You can report a problem once it is handed over',
  too_late: 'The time to report a problem with this is over',
} as const;

/** A farm sees and answers the reports of its own parts. */
function visibleTo({ role, farmId }: Principal): QueryFilter<Problem> {
  if (role !== 'farmer') return {};
  return { farmId: farmId ? new Types.ObjectId(farmId) : null };
}

function linesOf(part: RefundablePart, reported: ReportProblem['lines']): Problem['lines'] {
  return reported.map(({ productId, quantity, kind }, at) => {
    const line = part.lines.find((one) => one.productId.toString() === productId);
    if (!line || line.amount === 0) throw invalid(`lines.${at}.productId`, 'did not come');
    const amount = toThousandths(quantity);
    if (amount > line.amount) throw invalid(`lines.${at}.quantity`, 'is more than came');
    if (!isCountable(amount, line.unit))
      throw invalid(`lines.${at}.quantity`, 'cannot be divided so');
    return {
      productId: line.productId,
      name: line.name,
      image: line.image,
      unit: line.unit,
      price: line.price,
      came: line.amount,
      amount,
      kind,
      refundable: line.refundable,
    };
  });
}

function answerOf(
  actor: Principal,
  { lines }: Problem,
  body: AnswerProblem,
): Omit<Answer, 'credit'> {
  const { userId, role, name } = actor;
  return {
    outcome: body.outcome,
    lines: body.lines.map(({ productId, amount }, at) => {
      const line = lines.find((one) => one.productId.toString() === productId);
      if (!line) throw invalid(`lines.${at}.productId`, 'is not reported');
      return { productId: line.productId, cents: toCents(amount) };
    }),
    reason: body.reason ?? null,
    by: { userId: new Types.ObjectId(userId), role, name },
    at: new Date(),
  };
}

const invalid = (path: string, message: string) =>
  new DomainError('VALIDATION_FAILED', undefined, { errors: [{ path, message }] });
