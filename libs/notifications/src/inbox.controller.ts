import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type InboxCount,
  type InboxPage,
  inboxCountSchema,
  inboxPageSchema,
  type PageQuery,
  pageQuerySchema,
  type ReadInbox,
  readInboxSchema,
} from '#libs/contracts';
import { ApiSchema, CurrentPrincipal, type Principal, SignedIn } from '#libs/platform';
import { InboxService } from './inbox.service.js';

@ApiTags('inbox')
@Controller('inbox')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @SignedIn({ asCrew: true })
  @ApiSchema(inboxPageSchema)
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<InboxPage> {
    return this.inbox.list(principal.userId, query);
  }

  /** Also for inactive users, who still have read access. */
  @Post('read')
  @HttpCode(200)
  @SignedIn({ whileInactive: true, asCrew: true })
  @ApiSchema(inboxCountSchema)
  markRead(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: readInboxSchema }) body: ReadInbox,
  ): Promise<InboxCount> {
    return this.inbox.markRead(principal.userId, body);
  }
}
