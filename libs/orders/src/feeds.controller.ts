import { Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  feedFileSchema,
  type NewFeed,
  newFeedSchema,
  type OwnFeed,
  ownFeedSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CalendarFile,
  CurrentPrincipal,
  type Principal,
  Public,
  Roles,
} from '#libs/platform';
import { FeedsService } from './feeds.service.js';

/** The private address of a customer's or a farmer's calendar, and the calendar at it. */
@ApiTags('orders')
@Controller('feeds')
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Get('mine')
  @Roles('customer', 'farmer')
  @ApiSchema(ownFeedSchema)
  mine(@CurrentPrincipal() { userId }: Principal): Promise<OwnFeed> {
    return this.feeds.find(userId);
  }

  /** The earlier address, if there is one, is revoked. */
  @Post()
  @HttpCode(201)
  @Roles('customer', 'farmer')
  @ApiSchema(newFeedSchema, 201)
  make(@CurrentPrincipal() { userId }: Principal): Promise<NewFeed> {
    return this.feeds.make(userId);
  }

  @Delete('mine')
  @Roles('customer', 'farmer')
  @ApiSchema(ownFeedSchema)
  revoke(@CurrentPrincipal() { userId }: Principal): Promise<OwnFeed> {
    return this.feeds.revoke(userId);
  }

  /** Whoever has the address may read it: calendar programs cannot sign in. */
  @Get(':file')
  @Public()
  @CalendarFile('farmgate.ics')
  @Header('cache-control', 'no-store')
  read(@Param('file', { schema: feedFileSchema }) file: string): Promise<string> {
    return this.feeds.read(file);
  }
}
