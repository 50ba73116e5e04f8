import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type DeletedPerson, type Erased, Erases } from '#libs/platform';
import { PUSH, type Push } from './push.model.js';
import { PUSH_BOOK, type PushBook } from './push-book.model.js';

/** The devices of a deleted account, and what waits for them. */
@Injectable()
export class PushErasure {
  constructor(
    @InjectModel(PUSH_BOOK) private readonly books: Model<PushBook>,
    @InjectModel(PUSH) private readonly pushes: Model<Push>,
  ) {}

  @Erases('devices')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    await this.books.deleteOne({ _id: userId });
    await this.pushes.deleteMany({ userId });
    return {};
  }
}
