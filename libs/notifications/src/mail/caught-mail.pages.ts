import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type CaughtMail, idSchema } from '#libs/contracts';
import { PLATFORM_CONFIG, type PlatformConfig } from '#libs/platform';
import { NOTIFICATIONS_CONFIG, type NotificationsConfig } from '../notifications.config.js';
import { type Html, html } from './html.js';
import { MailCatcher } from './mail-catcher.js';

/** No scripts and no requests, because mails contain untrusted text. */
const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Shows the caught mails at `/dev/mail`; not in production, and not when mails are sent by SMTP. */
@Injectable()
export class CaughtMailPages {
  readonly areServed: boolean;

  constructor(
    @Inject(PLATFORM_CONFIG) { NODE_ENV }: PlatformConfig,
    @Inject(NOTIFICATIONS_CONFIG) { SMTP_URL }: NotificationsConfig,
    private readonly catcher: MailCatcher,
  ) {
    this.areServed = NODE_ENV !== 'production' && !SMTP_URL;
  }

  serve(fastify: FastifyInstance): void {
    if (!this.areServed) return;
    const { catcher } = this;
    fastify.get('/dev/mail', async (_, reply) => send(reply, 200, list(await catcher.newest())));
    fastify.get<{ Params: { id: string } }>('/dev/mail/:id', async ({ params }, reply) => {
      const id = idSchema.safeParse(params.id);
      const mail = id.success ? await catcher.find(id.data) : null;
      return mail ? send(reply, 200, one(mail)) : send(reply, 404, page('No such mail', html``));
    });
  }
}

function send(reply: FastifyReply, status: number, { source }: Html): FastifyReply {
  return reply
    .status(status)
    .headers({ 'content-security-policy': CSP, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(source);
}

function list(mails: readonly CaughtMail[]): Html {
  const row = ({ id, to, subject, caughtAt }: CaughtMail) =>
    html`<tr><td>${caughtAt}</td><td>${to.address}</td><td><a href="/dev/mail/${id}">${subject}</a></td></tr>`;
  const table = html`<table><thead><tr><th scope="col">Time</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${mails.map(row)}</tbody></table>`;
  return page(
    'Caught mail',
    html`<p>Mails that were not sent, because no SMTP_URL is set. Newest first.</p>${mails.length > 0 ? table : html`<p>None yet.</p>`}`,
  );
}

/** Shows the mail's HTML in a sandboxed frame, where only links work, in a new tab. */
function one(mail: CaughtMail): Html {
  return page(
    mail.subject,
    html`<p><a href="/dev/mail">All mails</a></p>
<p>To ${mail.to.name} &lt;${mail.to.address}&gt;, ${mail.caughtAt}</p>
<h2>HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${mail.html}"></iframe>
<h2>Text</h2><pre>${mail.text}</pre>
${mail.attachments.map(({ filename, content }) => html`<h2>${filename}</h2><pre>${content}</pre>`)}`,
  );
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;margin:24px auto;max-width:960px;padding:0 16px}table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:8px;border-bottom:1px solid #ccc}iframe{width:100%;height:560px;border:1px solid #ccc}pre{white-space:pre-wrap;border:1px solid #ccc;padding:16px}';

function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`;
}
