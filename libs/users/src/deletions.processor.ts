import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type DeletedPerson, Erasure, EventErasure, OnJob } from '#libs/platform';
import { DELETED_USER, type DeletedUser } from './deleted-user.model.js';

/**
 * Milliseconds until erasing may be finished: longer than any request and transaction that had begun before the
 * deletion, and than what readers of the log want of the past.
 */
const SETTLED_MS = 10 * 60_000;
/** Accounts per run. */
const BATCH = 100;

/** Erases what there is of deleted users, again and again until nothing is left. */
@Injectable()
export class DeletionsProcessor {
  constructor(
    @InjectModel(DELETED_USER) private readonly deleted: Model<DeletedUser>,
    private readonly erasure: Erasure,
    private readonly events: EventErasure,
  ) {}

  @OnJob('accounts.erase')
  async erase(): Promise<void> {
    await this.eraseAll(new Date());
  }

  /** Erases as of a time. Throws if some could not be erased; the others are. */
  async eraseAll(now: Date): Promise<void> {
    const open = await this.deleted
      .find({ finishedAt: null })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<DeletedUser[]>();
    const failures: unknown[] = [];
    for (const user of open)
      await this.eraseOne(user, now).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be erased');
  }

  /**
   * Erased at once, and again when every event of the time before has had its effect, so that no late handler brings
   * the person back; then the events themselves go.
   */
  private async eraseOne({ _id, role, person, deletedAt }: DeletedUser, now: Date): Promise<void> {
    if (!person) return;
    const leaving: DeletedPerson = { userId: _id, role, ...person };
    const { left, traces } = await this.erasure.erase(leaving);
    const settledAt = deletedAt.getTime() + SETTLED_MS;
    if (left > 0 || now.getTime() < settledAt) return;
    const named = { traces, email: person.isEmailConfirmed ? person.email : null };
    if (await this.events.isAnyOpen(named)) return;
    await this.events.erase(named, now);
    await this.deleted.updateOne({ _id }, { $set: { person: null, finishedAt: now } });
  }
}
