import { Inject, Injectable } from '@nestjs/common';
import {
  type DomainEvent,
  type FarmRole,
  type Id,
  type InvitationMail,
  type JobPayload,
  sentence,
} from '#libs/contracts';
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
import { InvitationMails } from './invitation-mails.js';
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
 * Mails invitations to farms' teams, each once. The link is made when the mail is sent, so that no event and no queue has
 * it. `mail.sweep` adds the jobs that are lost.
 */
@Injectable()
export class InvitationMailProcessor {
  constructor(
    private readonly invitations: InvitationMails,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly transactions: Transactions,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  @OnEvent('team.invited')
  async queue({ id, payload }: DomainEvent<'team.invited'>, session: ClientSession): Promise<void> {
    if (isMailDisabled(this.mailer, this.config)) return;
    await this.invitations.add(session, id, payload);
    // Not awaited, because Redis may be unavailable.
    this.transactions.afterCommit(session, () => {
      void this.addJob(id, payload).catch(() => undefined);
    });
  }

  /** Adds the missing jobs of what was to be mailed in this period. The queue ignores a job that it already has. */
  async sweep(from: Date, to: Date): Promise<void> {
    for (const { id, invitation } of await this.invitations.between(from, to))
      await this.addJob(id, invitation);
  }

  private async addJob(id: Id, invitation: InvitationMail): Promise<void> {
    await this.jobs.add('invitation.mail', { ...invitation, mailId: id }, { id });
  }

  @OnJob('invitation.mail')
  async send(invitation: JobPayload<'invitation.mail'>): Promise<void> {
    if (isMailDisabled(this.mailer, this.config)) return;
    if (!(await this.invitations.isWaiting(invitation.mailId))) return;
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
    await this.invitations.done(id);
  }
}
