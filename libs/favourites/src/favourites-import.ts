import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { FAVOURITE_BOOK, type FavouriteBook } from './favourite-book.model.js';

/** The favourites of one customer, all marked at the same time. */
export interface PastFavourites {
  readonly customerId: Types.ObjectId;
  readonly products: readonly Types.ObjectId[];
  readonly farms: readonly Types.ObjectId[];
  readonly at: Date;
}

/** Writes the marks of many customers at once, without events, for seeds. */
@Injectable()
export class FavouritesImport {
  constructor(@InjectModel(FAVOURITE_BOOK) private readonly books: Model<FavouriteBook>) {}

  async isEmpty(): Promise<boolean> {
    return (await this.books.exists({})) === null;
  }

  /** For customers who have marked nothing yet. */
  async add(past: readonly PastFavourites[]): Promise<void> {
    const books = past.map(({ customerId, products, farms, at }): FavouriteBook => {
      const marked = (ids: readonly Types.ObjectId[]) => ids.map((_id) => ({ _id, at }));
      return { _id: customerId, products: marked(products), farms: marked(farms), version: 1 };
    });
    if (books.length > 0) await this.books.insertMany(books, { lean: true });
  }
}
