import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type ClientSession,
  CountedBy,
  type CountedRow,
  type CountedSlice,
  readSlice,
} from '#libs/platform';
import { USER, type User } from './user.model.js';

/** Reads every user in batches, for the recount of the projections. */
@Injectable()
export class UsersCount {
  constructor(@InjectModel(USER) private readonly users: Model<User>) {}

  @CountedBy('users')
  async rows(session: ClientSession, slice: CountedSlice): Promise<CountedRow<'users'>[]> {
    const found = await readSlice(this.users, session, slice, { role: 1, status: 1 });
    return found.map(({ _id, role, status }) => ({ id: _id.toString(), role, status }));
  }
}
