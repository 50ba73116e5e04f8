import {
  Controller,
  Headers,
  HttpCode,
  Inject,
  Post,
  type RawBodyRequest,
  Req,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  announceSessionEnd,
  IDENTITY_CONFIG,
  type IdentityConfig,
  parseClerkWebhook,
} from '#libs/identity';
import { DomainError, LOGGER, type Logger, Outbox, Public, Transactions } from '#libs/platform';
import { UsersService } from '#libs/users';

/** Receives account changes and ended sessions from Clerk, authenticated by their signature. */
@ApiTags('webhooks')
@Controller('webhooks')
export class ClerkWebhookController {
  constructor(
    private readonly users: UsersService,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('clerk')
  @HttpCode(204)
  @Public()
  async receive(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<void> {
    if (!request.rawBody) throw new DomainError('WEBHOOK_INVALID');
    const change = await parseClerkWebhook(this.config, request.rawBody, headers);
    if (change?.kind === 'session-ended') {
      return announceSessionEnd(this.transactions, this.outbox, change.sessionId);
    }
    if (!change || (await this.users.applyIdentityChange(change))) return;
    this.logger.warn(
      { subject: change.subject },
      'ignored a new e-mail address: another user already has it',
    );
  }
}
