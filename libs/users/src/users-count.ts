import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { CountedRows } from '#libs/contracts';
import { type ClientSession, CountedBy } from '#libs/platform';
import { USER, type User } from './user.model.js';

/** Every user, for those who recount. */
@Injectable()
export class UsersCount {
  constructor(@InjectModel(USER) private readonly users: Model<User>) {}

  @CountedBy('users')
  rows(session: ClientSession): AsyncIterable<CountedRows['users']> {
    return this.users
      .find({}, { role: 1, status: 1 })
      .session(session)
      .lean()
      .cursor({ batchSize: 1_000 });
  }
}
