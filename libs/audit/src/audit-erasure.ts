import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { pseudonymOf } from '#libs/contracts';
import { type DeletedPerson, type Erased, Erases, searchTerms } from '#libs/platform';
import { AUDIT_ENTRY, type AuditEntry } from './audit.model.js';

const OBJECT_ID = /^[0-9a-f]{24}$/;

/** The name of a deleted account in the audit log. Who did what stays, by its id. */
@Injectable()
export class AuditErasure {
  constructor(@InjectModel(AUDIT_ENTRY) private readonly entries: Model<AuditEntry>) {}

  @Erases('auditLog')
  async erase({ userId, name }: DeletedPerson, traces: ReadonlySet<string>): Promise<Erased> {
    const ids = [...traces].filter((id) => OBJECT_ID.test(id)).map((id) => new Types.ObjectId(id));
    const found = await this.entries
      .find({ $or: [{ 'actor._id': userId }, { 'target.id': { $in: ids } }] })
      .lean<AuditEntry[]>();
    const pseudonym = pseudonymOf(userId.toString());
    for (const { _id, actor, target } of found) {
      const isActor = actor?._id.equals(userId) ?? false;
      const targetName = target.name?.replaceAll(name, pseudonym) ?? null;
      const set = {
        ...(isActor && { 'actor.name': pseudonym }),
        'target.name': targetName,
        search: searchTerms(isActor ? pseudonym : actor?.name, targetName),
      };
      await this.entries.updateOne({ _id }, { $set: set });
    }
    return {};
  }
}
