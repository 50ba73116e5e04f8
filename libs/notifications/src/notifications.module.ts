import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { InboxController } from './inbox.controller.js';
import { InboxService } from './inbox.service.js';
import { INBOX, inboxSchema, NOTIFICATION, notificationSchema } from './notification.model.js';
import { NotificationsProcessor } from './notifications.processor.js';
import { LABEL, labelSchema, RECIPIENT, recipientSchema } from './recipient.model.js';
import { RecipientsService } from './recipients.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: NOTIFICATION, schema: notificationSchema },
      { name: INBOX, schema: inboxSchema },
      { name: RECIPIENT, schema: recipientSchema },
      { name: LABEL, schema: labelSchema },
    ]),
  ],
  providers: [InboxService, RecipientsService],
  exports: [InboxService, RecipientsService],
})
export class NotificationsModule {}

@Module({ imports: [NotificationsModule], controllers: [InboxController] })
export class NotificationsHttpModule {}

@Module({ imports: [NotificationsModule], providers: [NotificationsProcessor] })
export class NotificationsWorkerModule {}
