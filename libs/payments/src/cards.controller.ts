import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  type RawBodyRequest,
  Req,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  cardReferenceSchema,
  type SavedCardsDto,
  savedCardsSchema,
  type TestChallenge,
  testChallengeSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  DomainError,
  type Principal,
  Public,
  Roles,
} from '#libs/platform';
import { CardPayments } from './card-payments.service.js';
import { CardWebhooks } from './card-webhooks.service.js';
import { SavedCards } from './saved-cards.service.js';

/** A customer's saved cards. */
@ApiTags('cards')
@Controller('cards')
@Roles('customer')
export class CardsController {
  constructor(private readonly cards: SavedCards) {}

  @Get()
  @ApiSchema(savedCardsSchema)
  list(@CurrentPrincipal() { userId }: Principal): Promise<SavedCardsDto> {
    return this.cards.list(userId);
  }

  @Delete(':reference')
  @HttpCode(204)
  forget(
    @CurrentPrincipal() { userId }: Principal,
    @Param('reference', { schema: cardReferenceSchema }) reference: string,
  ): Promise<void> {
    return this.cards.forget(userId, reference);
  }
}

/** What the card provider calls, authenticated by its signature. */
@ApiTags('webhooks')
@Controller('webhooks')
export class CardWebhooksController {
  constructor(private readonly webhooks: CardWebhooks) {}

  @Post('cards')
  @HttpCode(204)
  @Public()
  receive(
    @Req() { rawBody }: RawBodyRequest<FastifyRequest>,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<void> {
    if (!rawBody) throw new DomainError('WEBHOOK_INVALID');
    return this.webhooks.receive({ body: rawBody, headers });
  }
}

/** What the bank of a test card asks its customer. */
@ApiTags('cards')
@Controller('test-cards')
@Roles('customer')
export class TestCardsController {
  constructor(private readonly payments: CardPayments) {}

  @Post('challenges')
  @HttpCode(204)
  answer(
    @CurrentPrincipal() { userId }: Principal,
    @Body({ schema: testChallengeSchema }) body: TestChallenge,
  ): Promise<void> {
    return this.payments.answerTestChallenge(userId, body);
  }
}
