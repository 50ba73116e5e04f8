import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type CorrectionDto,
  type CorrectionsPage,
  type CorrectionsQuery,
  type DecideCorrection,
  farmAccount,
  type Id,
  move,
  type ProposeCorrection,
  toCents,
  toDollars,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  type ClientSession,
  DomainError,
  decisionConflict,
  draft,
  Idempotency,
  newestById,
  Outbox,
  type Principal,
  Transactions,
} from '#libs/platform';
import { CORRECTION, type Correction, toCorrectionDto } from './correction.model.js';
import { LedgerService } from './ledger.service.js';

/** Corrections of farms' balances: one admin proposes, another confirms. */
@Injectable()
export class CorrectionsService {
  constructor(
    @InjectModel(CORRECTION) private readonly corrections: Model<Correction>,
    private readonly farms: FarmsService,
    private readonly ledger: LedgerService,
    private readonly idempotency: Idempotency,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** Newest first. */
  async list({ status, ...query }: CorrectionsQuery): Promise<CorrectionsPage> {
    const filter = status ? { status } : {};
    const { rows, ...page } = await newestById(this.corrections, filter, query);
    return { corrections: rows.map(toCorrectionDto), ...page };
  }

  /** Once per key. Throws `FARM_NOT_FOUND` and `IDEMPOTENCY_KEY_REUSED`. */
  async propose(admin: Principal, key: string, body: ProposeCorrection): Promise<CorrectionDto> {
    const correction = await this.idempotency.once(
      { userId: admin.userId, key, request: { correction: body } },
      {
        make: async (session, _id) => {
          const [farm] = await this.farms.byIds(session, [new Types.ObjectId(body.farmId)]);
          if (!farm) throw new DomainError('FARM_NOT_FOUND');
          const proposed: Correction = {
            _id,
            farmId: farm._id,
            farmName: farm.name,
            amount: toCents(body.amount),
            reason: body.reason,
            status: 'proposed',
            proposedBy: who(admin),
            decidedBy: null,
            createdAt: new Date(),
            version: 1,
          };
          await this.corrections.insertMany([proposed], { lean: true, session });
          await this.record(session, admin, null, proposed);
          return proposed;
        },
        find: (id) => this.find(null, id.toString()),
      },
    );
    return toCorrectionDto(correction);
  }

  /**
   * Confirms a correction, which books it, or rejects it. Throws `CORRECTION_NOT_FOUND`, `VERSION_CONFLICT`,
   * `CORRECTION_DECIDED`, and `CORRECTION_OWN` for the confirmation of an own one.
   */
  async decide(
    admin: Principal,
    id: Id,
    { version, decision }: DecideCorrection,
  ): Promise<CorrectionDto> {
    const decided = await this.transactions.run(async (session) => {
      const before = await this.find(session, id);
      if (before.version !== version) throw decisionConflict(before, decision);
      if (before.status !== 'proposed') throw new DomainError('CORRECTION_DECIDED');
      if (decision === 'confirmed' && before.proposedBy._id.toString() === admin.userId)
        throw new DomainError('CORRECTION_OWN');
      const change = { status: decision, decidedBy: who(admin), version: version + 1 };
      await this.corrections.updateOne({ _id: before._id, version }, { $set: change }, { session });
      const after: Correction = { ...before, ...change };
      if (decision === 'confirmed') await this.book(session, after);
      await this.record(session, admin, before, after);
      return after;
    });
    return toCorrectionDto(decided);
  }

  private book(session: ClientSession, { _id, farmId, amount, reason }: Correction): Promise<void> {
    return this.ledger.book(session, [
      {
        cause: { id: _id.toString(), kind: 'correction' },
        at: new Date(),
        reason,
        lines: move(amount, 'market:corrections', farmAccount(farmId.toString())),
      },
    ]);
  }

  private async record(
    session: ClientSession,
    actor: Principal,
    before: Correction | null,
    after: Correction,
  ): Promise<void> {
    await this.audit.add(session, {
      actor,
      action: `correction.${after.status}`,
      target: { type: 'farm', id: after.farmId, name: after.farmName },
      before: before ? { status: before.status } : {},
      after: { status: after.status, amount: toDollars(after.amount), id: after._id.toString() },
      reason: after.reason,
    });
    await this.outbox.add(
      session,
      draft(
        'correction.changed',
        { id: after._id, version: after.version },
        { correction: toCorrectionDto(after) },
      ),
    );
  }

  private async find(session: ClientSession | null, id: Id): Promise<Correction> {
    const found = await this.corrections.findById(id).session(session).lean<Correction>();
    if (!found) throw new DomainError('CORRECTION_NOT_FOUND');
    return found;
  }
}

const who = ({ userId, name }: Principal) => ({ _id: new Types.ObjectId(userId), name });
