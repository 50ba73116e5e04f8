import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ContactController } from './contact.controller.js';
import { ContactService } from './contact.service.js';
import { ContactLimit } from './contact-limit.js';
import { CONTACT_MESSAGE, contactMessageSchema } from './contact-message.model.js';
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

@Module({
  imports: [
    NotificationsModule,
    MongooseModule.forFeature([{ name: CONTACT_MESSAGE, schema: contactMessageSchema }]),
  ],
  controllers: [InboxController, ContactController],
  providers: [ContactService, ContactLimit],
})
export class NotificationsHttpModule {}

@Module({ imports: [NotificationsModule], providers: [NotificationsProcessor] })
export class NotificationsWorkerModule {}
