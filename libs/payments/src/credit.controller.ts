import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Credit,
  type CreditEntriesPage,
  creditEntriesPageSchema,
  creditSchema,
  type PageQuery,
  pageQuerySchema,
} from '#libs/contracts';
import { ApiSchema, CurrentPrincipal, type Principal, Roles } from '#libs/platform';
import { StoreCredits } from './store-credit.service.js';

/** A customer's own store credit. */
@ApiTags('credit')
@Controller('credit')
@Roles('customer')
export class CreditController {
  constructor(private readonly credits: StoreCredits) {}

  @Get()
  @ApiSchema(creditSchema)
  get(@CurrentPrincipal() { userId }: Principal): Promise<Credit> {
    return this.credits.get(userId);
  }

  @Get('entries')
  @ApiSchema(creditEntriesPageSchema)
  history(
    @CurrentPrincipal() { userId }: Principal,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<CreditEntriesPage> {
    return this.credits.history(userId, query);
  }
}
