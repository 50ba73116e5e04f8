import { type NotificationDto, sentence } from '#libs/contracts';
import { type Html, html } from './html.js';
import type { Mail } from './mailer.js';

/** A piece of a mail, as HTML and as plain text. */
interface Block {
  readonly html: Html;
  readonly text: string;
}

const paragraph = (text: string): Block => ({
  html: html`<p style="margin:0 0 16px">${text}</p>`,
  text,
});
const heading = (text: string): Block => ({
  html: html`<h1 style="margin:0 0 16px;font:600 22px/1.3 Georgia,serif;color:#1f4d2e">${text}</h1>`,
  text: `${text}\n${'='.repeat(Math.min(text.length, 72))}`,
});
const rows = (details: NotificationDto['details']): Block => ({
  html: html`<table role="presentation" style="width:100%;table-layout:fixed;border-collapse:collapse;margin:0 0 16px">${details.map(
    ({ label, value }) =>
      html`<tr><td style="padding:6px 0;border-bottom:1px solid #e4dcc8">${label}</td><td style="padding:6px 0;border-bottom:1px solid #e4dcc8;text-align:right">${value}</td></tr>`,
  )}</table>`,
  text: details.map(({ label, value }) => `- ${label}: ${value}`).join('\n'),
});
const button = (label: string, url: string): Block => ({
  html: html`<p style="margin:24px 0"><a href="${url}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 20px;background:#1f4d2e;color:#ffffff;text-decoration:none;border-radius:6px">${label}</a></p>`,
  text: `${label}: ${url}`,
});
const small = (text: string): Block => ({
  html: html`<p style="margin:24px 0 0;font-size:13px;color:#6b5d4a">${text}</p>`,
  text: `--\n${text}`,
});

type Words = Pick<NotificationDto, 'title' | 'text' | 'details' | 'link'>;

/**
 * A notification as a mail. `site` is the address of this installation, without a trailing slash; `because` is why the
 * recipient gets it.
 */
export function renderMail(
  words: Words,
  name: string,
  site: string,
  because = `you have an account at ${site}`,
): Pick<Mail, 'subject' | 'html' | 'text'> {
  const blocks = [
    heading(words.title),
    paragraph(name ? sentence`Hello ${name},` : 'Hello,'),
    paragraph(words.text),
    ...(words.details.length > 0 ? [rows(words.details)] : []),
    button(words.link.label, `${site}${words.link.path}`),
    small(`Farmgate wrote this to you because ${because}.`),
  ];
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title></head>
<body style="margin:0;padding:24px;background:#f6f0e1"><div style="max-width:560px;margin:0 auto;padding:24px;background:#fffdf7;color:#3b2f22;word-break:break-word;overflow-wrap:anywhere;font:16px/1.5 'Instrument Sans',Helvetica,Arial,sans-serif">${blocks.map((block) => block.html)}</div></body></html>`;
  return {
    // A line break in a name must not start a new header.
    subject: words.title.replace(/\s+/g, ' '),
    html: page.source,
    text: `${blocks.map(({ text }) => text).join('\n\n')}\n`,
  };
}
