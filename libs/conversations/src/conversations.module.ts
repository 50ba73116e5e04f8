import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { OrdersModule } from '#libs/orders';
import { CONVERSATION, conversationSchema } from './conversation.model.js';
import { ConversationErasure } from './conversation-erasure.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { MESSAGE, messageSchema } from './message.model.js';
import { MessageRecords } from './message-records.js';
import { MessageReportsService } from './message-reports.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: CONVERSATION, schema: conversationSchema },
      { name: MESSAGE, schema: messageSchema },
    ]),
  ],
  providers: [ConversationErasure],
  exports: [MongooseModule],
})
export class ConversationsModule {}

@Module({
  imports: [AuditModule, ConversationsModule, OrdersModule],
  controllers: [ConversationsController],
  providers: [ConversationsService, MessageRecords, MessageReportsService],
  exports: [ConversationsService],
})
export class ConversationsHttpModule {}
