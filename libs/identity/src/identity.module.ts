import { type DynamicModule, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import {
  AccountMails,
  Jobs,
  LOGGER,
  type Logger,
  PLATFORM_CONFIG,
  type PlatformConfig,
  TokenVerifier,
} from '#libs/platform';
import type { IdentityConfig } from './config.js';
import { createIdentityProvider } from './create-identity-provider.js';
import { IdentityProvider } from './identity-provider.js';

/** Injection token for {@link IdentityConfig}. */
export const IDENTITY_CONFIG = Symbol('IDENTITY_CONFIG');

/** The identity provider of this process, also as the check of bearer tokens. Needs `CoreModule` and `DataModule`. */
@Module({})
export class IdentityModule {
  static forRoot(config: IdentityConfig): DynamicModule {
    return {
      module: IdentityModule,
      global: true,
      providers: [
        { provide: IDENTITY_CONFIG, useValue: config },
        {
          provide: IdentityProvider,
          inject: [getConnectionToken(), PLATFORM_CONFIG, LOGGER, { token: Jobs, optional: true }],
          useFactory: (
            connection: Connection,
            platform: PlatformConfig,
            logger: Logger,
            jobs?: Jobs,
          ) =>
            createIdentityProvider({
              identity: config,
              platform,
              logger,
              db: () => {
                if (!connection.db) throw new Error('MongoDB is not connected yet');
                return connection.db;
              },
              queueMail: jobs && ((mailId) => jobs.add('account.mail', { mailId }, { id: mailId })),
            }),
        },
        { provide: TokenVerifier, useExisting: IdentityProvider },
        {
          provide: AccountMails,
          inject: [IdentityProvider],
          useFactory: ({ accountMails }: IdentityProvider) => accountMails,
        },
      ],
      exports: [IDENTITY_CONFIG, IdentityProvider, TokenVerifier, AccountMails],
    };
  }
}
