import { Schema, type Types } from 'mongoose';
import type { Favourites } from '#libs/contracts';

/** A favourite: a product or farm that a customer has marked. */
export interface Mark {
  /** The id of the product or farm. */
  _id: Types.ObjectId;
  at: Date;
}

/** All favourites of one customer, newest first; bounded, so that they are read and written as one document. */
export interface FavouriteBook {
  /** The customer's id. */
  _id: Types.ObjectId;
  products: Mark[];
  farms: Mark[];
  version: number;
}

export const FAVOURITE_BOOK = 'FavouriteBook';
const marks = {
  type: [
    new Schema<Mark>(
      { _id: { type: Schema.Types.ObjectId, required: true }, at: { type: Date, required: true } },
      { _id: false },
    ),
  ],
  default: [],
};
export const favouriteBookSchema = new Schema<FavouriteBook>(
  { products: marks, farms: marks, version: { type: Number, required: true } },
  { collection: 'favourites', versionKey: false },
);
// To find the customers who marked a product or farm.
favouriteBookSchema.index({ 'products._id': 1 });
favouriteBookSchema.index({ 'farms._id': 1 });

export function toFavourites({ products, farms, version }: FavouriteBook): Favourites {
  return {
    products: products.map(({ _id }) => _id.toString()),
    farms: farms.map(({ _id }) => _id.toString()),
    version,
  };
}
