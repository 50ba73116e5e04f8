import { Injectable } from '@nestjs/common';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { IdentityProvider } from './identity-provider.js';

/** Where a person is signed in, for their archive. */
@Injectable()
export class SessionRecords {
  constructor(private readonly identity: IdentityProvider) {}

  @RecordsOf('sessions')
  async records({ subject }: RecordsOwner): Promise<PersonalRecords> {
    return { rows: await this.identity.sessionsOf(subject) };
  }
}
