import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import type {
  AuditAction,
  AuditFilter,
  AuditPage,
  AuditQuery,
  AuditState,
  AuditTargetType,
} from '#libs/contracts';
import {
  type ClientSession,
  currentContext,
  decodeTimeCursor,
  draft,
  Outbox,
  type Principal,
  readWithTotal,
  rowsToExport,
  searchFilter,
  searchTerms,
  splitPage,
  toCsv,
} from '#libs/platform';
import { AUDIT_ENTRY, type AuditEntry, toAuditEntryDto } from './audit.model.js';

const OBJECT_ID = /^[0-9a-f]{24}$/;
const NEWEST = { at: -1, _id: -1 } as const;
const COLUMNS = [
  'at',
  'actor',
  'role',
  'action',
  'target',
  'id',
  'name',
  'before',
  'after',
  'reason',
  'request',
];

/** An action to record. */
export interface AuditNote {
  /** Null for the system itself. */
  readonly actor: Principal | null;
  readonly action: AuditAction;
  readonly target: {
    readonly type: AuditTargetType;
    readonly id: Types.ObjectId | string;
    /** The displayed name; null if the target has none. */
    readonly name: string | null;
  };
  readonly before: AuditState;
  readonly after: AuditState;
  readonly reason: string | null;
}

/** Who did what to whom, and why. Append only. */
@Injectable()
export class Audit {
  constructor(
    @InjectModel(AUDIT_ENTRY) private readonly entries: Model<AuditEntry>,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Inside the transaction of the action itself, so that both are committed or neither. Publishes the entry to the
   * admins.
   */
  async add(session: ClientSession, { actor, ...note }: AuditNote): Promise<void> {
    const entry: AuditEntry = {
      _id: new Types.ObjectId(),
      actor: actor && {
        _id: new Types.ObjectId(actor.userId),
        name: actor.name,
        role: actor.role,
      },
      ...note,
      requestId: currentContext().requestId,
      at: new Date(),
      search: searchTerms(actor?.name, note.target.name),
    };
    await this.entries.insertMany([entry], { lean: true, session });
    const recorded = draft(
      'audit.recorded',
      { id: `audit:${entry._id.toString()}`, version: 1 },
      { entry: toAuditEntryDto(entry) },
    );
    await this.outbox.add(session, recorded);
  }

  /** Newest first. */
  async list({ cursor, limit, ...filter }: AuditQuery): Promise<AuditPage> {
    const { found, total } = await readWithTotal(this.entries, {
      filter: toFilter(filter),
      afterCursor: cursor ? olderThan(cursor) : undefined,
      sort: NEWEST,
      limit,
    });
    const { rows, nextCursor } = splitPage(found, limit, ({ at }) => at);
    return { entries: rows.map(toAuditEntryDto), nextCursor, total };
  }

  /** All matching entries, newest first; throws `EXPORT_TOO_LARGE` if there are too many. */
  async csv(filter: AuditFilter): Promise<string> {
    const found = await rowsToExport(this.entries, toFilter(filter), NEWEST);
    return toCsv(
      COLUMNS,
      found.map((entry) => [
        entry.at.toISOString(),
        entry.actor?.name ?? 'system',
        entry.actor?.role ?? null,
        entry.action,
        entry.target.type,
        entry.target.id.toString(),
        entry.target.name ?? null,
        JSON.stringify(entry.before),
        JSON.stringify(entry.after),
        entry.reason,
        entry.requestId,
      ]),
    );
  }
}

function toFilter(filter: AuditFilter): QueryFilter<AuditEntry> {
  const { q, actor, action, targetType, target, from, to } = filter;
  return {
    ...searchFilter(q),
    ...(actor && { 'actor._id': new Types.ObjectId(actor) }),
    ...(action && { action }),
    ...(targetType && { 'target.type': targetType }),
    ...(target && { 'target.id': OBJECT_ID.test(target) ? new Types.ObjectId(target) : target }),
    ...((from || to) && {
      at: { ...(from && { $gte: new Date(from) }), ...(to && { $lt: new Date(to) }) },
    }),
  };
}

/** The entries after a cursor. */
function olderThan(cursor: string): QueryFilter<AuditEntry> {
  const { at, id } = decodeTimeCursor(cursor);
  return { $or: [{ at: { $lt: at } }, { at, _id: { $lt: new Types.ObjectId(id) } }] };
}
