import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ContactController } from './contact.controller.js';
import { ContactService } from './contact.service.js';
import { ContactLimit } from './contact-limit.js';
import { CONTACT_MESSAGE, contactMessageSchema } from './contact-message.model.js';
import { InboxController } from './inbox.controller.js';
import { InboxService } from './inbox.service.js';
import { CaughtMailPages } from './mail/caught-mail.pages.js';
import { WAITING_INVITATION, waitingInvitationSchema } from './mail/invitation-mail.model.js';
import { InvitationMailProcessor } from './mail/invitation-mail.processor.js';
import { InvitationMails } from './mail/invitation-mails.js';
import { MailProcessor } from './mail/mail.processor.js';
import { MailCatcher } from './mail/mail-catcher.js';
import { Mailer, SmtpMailer } from './mail/mailer.js';
import { NoticeErasure } from './notice-erasure.js';
import { NoticeRecords } from './notice-records.js';
import { INBOX, inboxSchema, NOTIFICATION, notificationSchema } from './notification.model.js';
import { NOTIFICATIONS_CONFIG, type NotificationsConfig } from './notifications.config.js';
import { NotificationsProcessor } from './notifications.processor.js';
import { PushController } from './push/push.controller.js';
import { PUSH, pushSchema } from './push/push.model.js';
import { PushProcessor } from './push/push.processor.js';
import { PUSH_BOOK, pushBookSchema } from './push/push-book.model.js';
import { PushDevices } from './push/push-devices.service.js';
import { PushErasure } from './push/push-erasure.js';
import { PushSender } from './push/push-sender.js';
import { PushesService } from './push/pushes.service.js';
import { RECIPIENT, recipientSchema } from './recipient.model.js';
import { RecipientsService } from './recipients.service.js';
import { RecipientsImport } from './recipients-import.js';

/** The providers that the HTTP and worker modules share. */
@Global()
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: NOTIFICATION, schema: notificationSchema },
      { name: INBOX, schema: inboxSchema },
      { name: RECIPIENT, schema: recipientSchema },
      { name: PUSH_BOOK, schema: pushBookSchema },
      { name: CONTACT_MESSAGE, schema: contactMessageSchema },
      { name: WAITING_INVITATION, schema: waitingInvitationSchema },
    ]),
  ],
  providers: [
    InboxService,
    NoticeErasure,
    RecipientsService,
    RecipientsImport,
    PushDevices,
    MailCatcher,
    CaughtMailPages,
    {
      provide: Mailer,
      inject: [NOTIFICATIONS_CONFIG, MailCatcher],
      useFactory: ({ SMTP_URL, MAIL_FROM }: NotificationsConfig, catcher: MailCatcher) =>
        SMTP_URL ? new SmtpMailer(SMTP_URL, MAIL_FROM) : catcher,
    },
  ],
  exports: [
    InboxService,
    RecipientsService,
    RecipientsImport,
    PushDevices,
    Mailer,
    CaughtMailPages,
  ],
})
export class NotificationsModule {}

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: CONTACT_MESSAGE, schema: contactMessageSchema },
      { name: NOTIFICATION, schema: notificationSchema },
    ]),
  ],
  controllers: [InboxController, ContactController, PushController],
  providers: [ContactService, ContactLimit, NoticeRecords],
  exports: [ContactService],
})
export class NotificationsHttpModule {}

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: WAITING_INVITATION, schema: waitingInvitationSchema },
      { name: PUSH, schema: pushSchema },
    ]),
  ],
  providers: [
    NotificationsProcessor,
    MailProcessor,
    InvitationMails,
    InvitationMailProcessor,
    PushProcessor,
    PushesService,
    PushSender,
    PushErasure,
  ],
})
export class NotificationsWorkerModule {}
