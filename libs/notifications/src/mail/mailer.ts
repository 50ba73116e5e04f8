import type { Id } from '#libs/contracts';

/** A mail to one person. */
export interface Mail {
  /** The same mail has the same id, so that whoever gets it twice can tell. */
  readonly id: Id;
  /** Whose id it is: a notification's where nothing is said. */
  readonly about?: 'notifications' | 'accounts';
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Where mails are handed over; throws when they are not taken. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>;
}

/** Milliseconds that the mail server may take to answer. */
const PATIENCE_MS = 15_000;

/** Hands mails to a mail server. */
export class SmtpMailer extends Mailer {
  private transport: ReturnType<SmtpMailer['connect']> | undefined;

  /** `from` is an address, or a name and an address in <>. */
  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {
    super();
  }

  async send({ id, about = 'notifications', to, subject, html, text }: Mail): Promise<void> {
    const { from } = this;
    const messageId = `<${id}@${about}.farmgate>`;
    this.transport ??= this.connect();
    await (await this.transport).sendMail({ messageId, from, to, subject, html, text });
  }

  private async connect() {
    // Loaded on use: only the process that sends mails has a need of it.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: this.url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // What people typed stands in mails; none of it may make the server read something.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
