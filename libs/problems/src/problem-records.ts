import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { PROBLEM, type Problem, toOrderProblem } from './problem.model.js';

/** The problems that a person reported, for their archive. */
@Injectable()
export class ProblemRecords {
  constructor(@InjectModel(PROBLEM) private readonly problems: Model<Problem>) {}

  @RecordsOf('problems')
  async records({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const found = await this.problems
      .find({ 'customer._id': new Types.ObjectId(userId) })
      .sort({ _id: -1 })
      .lean<Problem[]>();
    return { rows: found.map(toOrderProblem) };
  }
}
