import { Inject, Injectable } from '@nestjs/common';
import { type DomainEvent, type FarmRole, type JobPayload, sentence } from '#libs/contracts';
import {
  type ClientSession,
  invitationPath,
  Jobs,
  OnEvent,
  OnJob,
  PLATFORM_CONFIG,
  type PlatformConfig,
  publicUrl,
  Transactions,
} from '#libs/platform';
import { isMailDisabled } from './mail-catcher.js';
import { renderMail } from './mail-template.js';
import { Mailer } from './mailer.js';

/** What somebody will do there. */
const WORK: Readonly<Record<FarmRole, string>> = {
  owner: 'run the farm with its other owners',
  packer: 'pick and pack its orders',
  driver: 'deliver its orders',
};

/**
 * Mails invitations to farms' teams. The link is made when the mail is sent, so that no event and no queue has it. A job
 * that Redis loses is not added again: the owner sees that nobody came, and sends another.
 */
@Injectable()
export class InvitationMailProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly transactions: Transactions,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  @OnEvent('team.invited')
  async queue({ id, payload }: DomainEvent<'team.invited'>, session: ClientSession): Promise<void> {
    if (isMailDisabled(this.mailer, this.config)) return;
    // Not awaited, because Redis may be unavailable.
    this.transactions.afterCommit(session, () => {
      void this.jobs
        .add('invitation.mail', { ...payload, mailId: id }, { id })
        .catch(() => undefined);
    });
  }

  @OnJob('invitation.mail')
  async send(invitation: JobPayload<'invitation.mail'>): Promise<void> {
    if (isMailDisabled(this.mailer, this.config)) return;
    const { mailId: id, invitationId, number, email, farmName, role, by } = invitation;
    const site = publicUrl(this.config);
    const words = renderMail(
      {
        title: sentence`${by} asks you to join ${farmName}`,
        text: `You would ${WORK[role]}. The link works once, for a week. If you do not know who asks, leave this mail alone: nothing happens then.`,
        details: [],
        link: {
          path: invitationPath(this.config.TICKET_SECRET, { id: invitationId, number }),
          label: 'See the invitation',
        },
      },
      '',
      site,
      `an owner of a farm at ${site} entered your address`,
    );
    await this.mailer.send({
      id,
      about: 'invitations',
      to: { name: '', address: email },
      ...words,
    });
  }
}
