import { createTransport } from 'nodemailer';
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
  private readonly transport;

  /** `from` is an address, or a name and an address in <>. */
  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = createTransport({
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // What people typed stands in mails; none of it may make the server read something.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ id, about = 'notifications', to, subject, html, text }: Mail): Promise<void> {
    const { from } = this;
    const messageId = `<${id}@${about}.farmgate>`;
    await this.transport.sendMail({ messageId, from, to, subject, html, text });
  }
}
