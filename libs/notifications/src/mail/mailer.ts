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

/** Mails that are with the mail server at once. */
const AT_ONCE = 2;
/** Milliseconds that the mail server may take to answer. */
const PATIENCE_MS = 15_000;

/** Hands mails to a mail server. */
export class SmtpMailer extends Mailer {
  private transport: ReturnType<SmtpMailer['connect']> | undefined;
  /** The ends of the queues in front of the mail server. */
  private readonly lines: Promise<unknown>[] = Array.from({ length: AT_ONCE }, async () => {});
  private sent = 0;

  /** `from` is an address, or a name and an address in <>. */
  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {
    super();
  }

  send(mail: Mail): Promise<void> {
    const line = this.sent++ % AT_ONCE;
    const turn = (this.lines[line] ?? Promise.resolve()).then(() => this.handOver(mail));
    this.lines[line] = turn.catch(() => {}); // whoever sent it hears of it
    return turn;
  }

  private async handOver(mail: Mail): Promise<void> {
    const { id, about = 'notifications', to, subject, html, text } = mail;
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
