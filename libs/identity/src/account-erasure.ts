import { Injectable } from '@nestjs/common';
import { type DeletedPerson, type Erased, Erases } from '#libs/platform';
import { IdentityProvider } from './identity-provider.js';

/** The account of a deleted person at the identity provider. */
@Injectable()
export class AccountErasure {
  constructor(private readonly identity: IdentityProvider) {}

  /** Throws `SERVICE_UNAVAILABLE`. */
  @Erases('account')
  async erase({ subject, email }: DeletedPerson): Promise<Erased> {
    await this.identity.deleteAccount(subject, email);
    return {};
  }
}
