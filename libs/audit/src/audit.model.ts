import { Schema, type Types } from 'mongoose';
import type {
  AuditAction,
  AuditEntryDto,
  AuditState,
  AuditTargetType,
  Role,
} from '#libs/contracts';

/** An entry of the audit log; append only. */
export interface AuditEntry {
  _id: Types.ObjectId;
  actor: { _id: Types.ObjectId; name: string; role: Role } | null;
  action: AuditAction;
  target: { type: AuditTargetType; id: Types.ObjectId | string; name: string | null };
  before: AuditState;
  after: AuditState;
  reason: string | null;
  requestId: string;
  at: Date;
  /** The folded words of the actor's and the target's names. */
  search: string[];
}

export const AUDIT_ENTRY = 'AuditEntry';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
export const auditEntrySchema = new Schema<AuditEntry>(
  {
    actor: { type: new Schema({ _id: id, name: text, role: text }), default: null },
    action: text,
    target: {
      type: new Schema({ type: text, id: Schema.Types.Mixed, name: String }, { _id: false }),
      required: true,
    },
    before: { type: Schema.Types.Mixed, required: true },
    after: { type: Schema.Types.Mixed, required: true },
    reason: { type: String, default: null },
    requestId: text,
    at: { type: Date, required: true },
    search: { type: [String], default: [] },
  },
  { collection: 'auditLog', versionKey: false, minimize: false },
);
auditEntrySchema.index({ at: -1, _id: -1 });
auditEntrySchema.index({ 'actor._id': 1, at: -1, _id: -1 });
auditEntrySchema.index({ action: 1, at: -1, _id: -1 });
auditEntrySchema.index({ 'target.type': 1, at: -1, _id: -1 });
auditEntrySchema.index({ 'target.id': 1, at: -1, _id: -1 });
auditEntrySchema.index({ search: 1, at: -1, _id: -1 });

export function toAuditEntryDto(entry: AuditEntry): AuditEntryDto {
  const { _id, actor, target, at, search: _, ...rest } = entry;
  return {
    ...rest,
    _id: _id.toString(),
    actor: actor && { ...actor, _id: actor._id.toString() },
    target: { type: target.type, id: target.id.toString(), name: target.name },
    at: at.toISOString(),
  };
}
