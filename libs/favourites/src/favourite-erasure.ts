import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type DeletedPerson, type Erased, Erases } from '#libs/platform';
import { FAVOURITE_BOOK, type FavouriteBook } from './favourite-book.model.js';

/** The favourites of a deleted account. */
@Injectable()
export class FavouriteErasure {
  constructor(@InjectModel(FAVOURITE_BOOK) private readonly books: Model<FavouriteBook>) {}

  @Erases('favourites')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    await this.books.deleteOne({ _id: userId });
    return {};
  }
}
