import { Injectable } from '@nestjs/common';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { FavouritesService } from './favourites.service.js';

/** The ids of a person's favourites, for their archive. */
@Injectable()
export class FavouriteRecords {
  constructor(private readonly favourites: FavouritesService) {}

  @RecordsOf('favourites')
  async records({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const { products, farms } = await this.favourites.get(userId);
    return { rows: products.length + farms.length > 0 ? [{ products, farms }] : [] };
  }
}
