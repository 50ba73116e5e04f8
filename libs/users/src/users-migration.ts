import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id } from '#libs/contracts';
import { type ClientSession, Migrations } from '#libs/platform';
import { USER, type User } from './user.model.js';

/** Users per transaction. */
const BATCH = 500;

/** Makes the farmers of older builds owners of their farms, before this process serves any. */
@Injectable()
export class UsersMigration implements OnModuleInit {
  constructor(
    @InjectModel(USER) private readonly users: Model<User>,
    private readonly migrations: Migrations,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.migrations.run('users.memberships', (session, after) => this.next(session, after));
  }

  private async next(session: ClientSession, after: Id | null): Promise<Id | null> {
    const found = await this.users
      .find(after === null ? {} : { _id: { $gt: new Types.ObjectId(after) } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .session(session)
      .lean<User[]>();
    const owners = found.flatMap(({ _id, farmId, memberships, createdAt }) =>
      farmId && !memberships ? [{ _id, farmId, since: createdAt }] : [],
    );
    if (owners.length > 0)
      await this.users.bulkWrite(
        owners.map(({ _id, farmId, since }) => ({
          updateOne: {
            filter: { _id },
            update: { $set: { memberships: [{ farmId, role: 'owner', since }] } },
          },
        })),
        { session },
      );
    return found.length < BATCH ? null : (found.at(-1)?._id.toString() ?? null);
  }
}
