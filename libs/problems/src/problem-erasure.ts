import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { pseudonymOf } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  BlocksDeletion,
  type ClientSession,
  countTotal,
  type DeletedPerson,
  type Erased,
  Erases,
  type LeavingPerson,
} from '#libs/platform';
import { PROBLEM, type Problem } from './problem.model.js';

/** The reports of a deleted account. */
@Injectable()
export class ProblemErasure {
  constructor(
    @InjectModel(PROBLEM) private readonly problems: Model<Problem>,
    private readonly farms: FarmsService,
  ) {}

  @BlocksDeletion('problems')
  async open(session: ClientSession, { userId }: LeavingPerson): Promise<number> {
    const farm = await this.farms.foundedBy(session, userId);
    const whose = [{ 'customer._id': userId }, ...(farm ? [{ farmId: farm._id }] : [])];
    return countTotal(this.problems, { status: 'open', $or: whose }, session);
  }

  /** An open report keeps what its farm has to judge; it is left until then. */
  @Erases('problems')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    const name = pseudonymOf(userId.toString());
    const own = { 'customer._id': userId };
    await this.problems.updateMany(
      { ...own, status: { $ne: 'open' } },
      { $set: { 'customer.name': name, text: null, pictures: [] } },
    );
    await this.problems.updateMany(
      { 'answer.by.userId': userId },
      { $set: { 'answer.by.name': name } },
    );
    const found = await this.problems
      .find(own, { status: 1 })
      .lean<Pick<Problem, '_id' | 'status'>[]>();
    return {
      left: found.filter(({ status }) => status === 'open').length,
      traces: found.map(({ _id }) => _id.toString()),
    };
  }
}
