import type { CaughtMail, Id } from '#libs/contracts';

/** A mail to one person. */
export interface Mail {
  /** Stable, so that recipients can recognise duplicates. */
  readonly id: Id;
  /** What the id refers to; a notification by default. */
  readonly about?: 'notifications' | 'accounts' | 'invitations';
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments?: readonly CaughtMail['attachments'][number][];
}

/** Sends mails; throws if the server does not accept one. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>;
}

/** Maximum number of mails sent concurrently. */
const CONCURRENCY = 2;
/** Milliseconds to wait for the mail server. */
const TIMEOUT_MS = 15_000;

/** Sends mails by SMTP. */
export class SmtpMailer extends Mailer {
  private transport: ReturnType<SmtpMailer['connect']> | undefined;
  /** The last mail of each queue. */
  private readonly queues: Promise<unknown>[] = Array.from({ length: CONCURRENCY }, async () => {});
  private sent = 0;

  /** `from` is an address, or a name and an address in <>. */
  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {
    super();
  }

  send(mail: Mail): Promise<void> {
    const queue = this.sent++ % CONCURRENCY;
    const result = (this.queues[queue] ?? Promise.resolve()).then(() => this.transmit(mail));
    this.queues[queue] = result.catch(() => {}); // the caller handles the error
    return result;
  }

  private async transmit(mail: Mail): Promise<void> {
    const { id, about = 'notifications', to, subject, html, text, attachments = [] } = mail;
    const { from } = this;
    const messageId = `<${id}@${about}.farmgate>`;
    this.transport ??= this.connect();
    const content = { subject, html, text, attachments: [...attachments] };
    await (await this.transport).sendMail({ messageId, from, to, ...content });
  }

  private async connect() {
    // Loaded on use: only the process that sends mails needs it.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: this.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // Mails contain user input, which must not make this process read files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
