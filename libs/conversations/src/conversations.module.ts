import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { OrdersModule } from '#libs/orders';
import { CONVERSATION, conversationSchema } from './conversation.model.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { MESSAGE, messageSchema } from './message.model.js';
import { MessageRecords } from './message-records.js';
import { MessageReportsService } from './message-reports.service.js';

@Module({
  imports: [
    AuditModule,
    OrdersModule,
    MongooseModule.forFeature([
      { name: CONVERSATION, schema: conversationSchema },
      { name: MESSAGE, schema: messageSchema },
    ]),
  ],
  controllers: [ConversationsController],
  providers: [ConversationsService, MessageRecords, MessageReportsService],
  exports: [ConversationsService],
})
export class ConversationsHttpModule {}
