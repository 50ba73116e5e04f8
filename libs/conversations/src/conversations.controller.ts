import { Body, Controller, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Conversation,
  type Conversations,
  conversationSchema,
  conversationsSchema,
  type DecideMessageReport,
  decideMessageReportSchema,
  idSchema,
  type Message,
  type MessageReport,
  type MessageReportsPage,
  type MessageReportsQuery,
  type MessagesPage,
  messageReportSchema,
  messageReportsPageSchema,
  messageReportsQuerySchema,
  messageSchema,
  messagesPageSchema,
  type PageQuery,
  pageQuerySchema,
  type ReadMessages,
  type ReportMessage,
  readMessagesSchema,
  reportMessageSchema,
  type SendMessage,
  sendMessageSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CurrentPrincipal,
  IdempotencyKey,
  type Principal,
  RateLimit,
  Roles,
  SignedIn,
} from '#libs/platform';
import { ConversationsService } from './conversations.service.js';
import { MessageReportsService } from './message-reports.service.js';

@ApiTags('conversations')
@Controller()
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly reports: MessageReportsService,
  ) {}

  @Get('orders/:id/conversations')
  @SignedIn()
  @ApiSchema(conversationsSchema)
  ofOrder(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<Conversations> {
    return this.conversations.ofOrder(reader, id);
  }

  @Get('conversations/unread')
  @Roles('customer', 'farmer')
  @ApiSchema(conversationsSchema)
  unread(@CurrentPrincipal() reader: Principal): Promise<Conversations> {
    return this.conversations.unread(reader);
  }

  @Get('orders/:id/parts/:partId/messages')
  @SignedIn()
  @ApiSchema(messagesPageSchema)
  messages(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) orderId: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<MessagesPage> {
    return this.conversations.messages(reader, { orderId, partId }, query);
  }

  @Post('orders/:id/parts/:partId/messages')
  @HttpCode(201)
  @Roles('customer', 'farmer')
  @ApiIdempotencyKey()
  @ApiSchema(messageSchema, 201)
  send(
    @CurrentPrincipal() writer: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) orderId: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Body({ schema: sendMessageSchema }) body: SendMessage,
  ): Promise<Message> {
    return this.conversations.send(writer, key, { orderId, partId }, body);
  }

  // An open page reads whatever comes, so this must not use up what its reader may write.
  @Put('orders/:id/parts/:partId/messages/read')
  @Roles('customer', 'farmer')
  @RateLimit('reading')
  @ApiSchema(conversationSchema)
  read(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) orderId: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Body({ schema: readMessagesSchema }) { number }: ReadMessages,
  ): Promise<Conversation> {
    return this.conversations.read(reader, { orderId, partId }, number);
  }

  @Post('orders/:id/parts/:partId/messages/:messageId/report')
  @HttpCode(200)
  @Roles('customer', 'farmer')
  @ApiSchema(messageReportSchema)
  report(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) orderId: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Param('messageId', { schema: idSchema }) messageId: string,
    @Body({ schema: reportMessageSchema }) body: ReportMessage,
  ): Promise<MessageReport> {
    return this.reports.report(reader, { orderId, partId, messageId }, body);
  }

  @Get('message-reports')
  @Roles('admin')
  @ApiSchema(messageReportsPageSchema)
  reported(
    @Query({ schema: messageReportsQuerySchema }) query: MessageReportsQuery,
  ): Promise<MessageReportsPage> {
    return this.reports.list(query);
  }

  @Patch('message-reports/:id')
  @Roles('admin')
  @ApiSchema(messageReportSchema)
  decide(
    @CurrentPrincipal() admin: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: decideMessageReportSchema }) body: DecideMessageReport,
  ): Promise<MessageReport> {
    return this.reports.decide(admin, id, body);
  }
}
