import { Global, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import {
  AccountMails,
  Jobs,
  LOGGER,
  type Logger,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
  PrincipalLoader,
  TokenVerifier,
  Transactions,
} from '#libs/platform';
import { AccountErasure } from './account-erasure.js';
import { createIdentityProvider } from './create-identity-provider.js';
import { IDENTITY_CONFIG, type IdentityConfig } from './identity.config.js';
import { IdentityProvider } from './identity-provider.js';
import { announceSessionEnd } from './session-ended.js';
import { SessionRecords } from './session-records.js';

/** The identity provider of this process, which is also its token verifier. Needs `CoreModule` and `DataModule`. */
@Global()
@Module({
  providers: [
    {
      provide: IdentityProvider,
      inject: [
        IDENTITY_CONFIG,
        getConnectionToken(),
        PLATFORM_CONFIG,
        LOGGER,
        { token: Jobs, optional: true },
        { token: PrincipalLoader, optional: true },
        { token: Transactions, optional: true },
        { token: Outbox, optional: true },
      ],
      useFactory: (
        identity: IdentityConfig,
        connection: Connection,
        platform: PlatformConfig,
        logger: Logger,
        jobs?: Jobs,
        principals?: PrincipalLoader,
        transactions?: Transactions,
        outbox?: Outbox,
      ) =>
        createIdentityProvider({
          identity,
          platform,
          logger,
          db: () => {
            if (!connection.db) throw new Error('MongoDB is not connected yet');
            return connection.db;
          },
          isAdmin:
            principals &&
            (async (subject) => (await principals.load({ subject }))?.role === 'admin'),
          onSessionEnd:
            transactions &&
            outbox &&
            ((sessionId) => announceSessionEnd(transactions, outbox, sessionId)),
          queueMail: jobs && ((mailId) => jobs.add('account.mail', { mailId }, { id: mailId })),
        }),
    },
    SessionRecords,
    AccountErasure,
    { provide: TokenVerifier, useExisting: IdentityProvider },
    {
      provide: AccountMails,
      inject: [IdentityProvider],
      useFactory: ({ accountMails }: IdentityProvider) => accountMails,
    },
  ],
  exports: [IdentityProvider, TokenVerifier, AccountMails],
})
export class IdentityModule {}
