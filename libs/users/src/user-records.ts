import { Injectable } from '@nestjs/common';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { AddressesService } from './addresses.service.js';
import { UsersService } from './users.service.js';

/** What the users slice holds about a person, for their archive. */
@Injectable()
export class UserRecords {
  constructor(
    private readonly users: UsersService,
    private readonly books: AddressesService,
  ) {}

  @RecordsOf('profile')
  async profile({ userId }: RecordsOwner): Promise<PersonalRecords> {
    return { rows: [await this.users.get(userId)] };
  }

  @RecordsOf('addresses')
  async addresses({ userId }: RecordsOwner): Promise<PersonalRecords> {
    return { rows: (await this.books.list(userId)).addresses };
  }
}
