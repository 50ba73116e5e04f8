import { describe, expect, it } from '@jest/globals';
import { html } from './html.js';
import { renderMail } from './mail-template.js';

const WORDS = {
  title: 'Your order FG-TEST0000 is ready to collect',
  text: 'Hollow Creek has it ready for you at the barn.',
  details: [{ label: '2 lb Carrots', value: '$5.00' }],
  link: { path: '/orders/1', label: 'See the order' },
};
const SITE = 'https://farmgate.example.test';

describe('a mail', () => {
  it('has the same content as HTML and as plain text', () => {
    const mail = renderMail(WORDS, 'Cara', SITE);
    expect(mail.subject).toBe(WORDS.title);
    for (const form of [mail.html, mail.text])
      for (const piece of [WORDS.title, WORDS.text, 'Hello Cara,', '2 lb Carrots', '$5.00'])
        expect(form).toContain(piece);
    expect(mail.text).toContain('See the order: https://farmgate.example.test/orders/1');
    expect(mail.html).toContain('href="https://farmgate.example.test/orders/1"');
    expect(mail.text).not.toMatch(/<[a-z]/);
  });

  it('escapes user input in HTML, and keeps it in plain text', () => {
    const evil = `<script>alert("1")</script> & 'x'`;
    const details = [{ label: evil, value: evil }];
    const mail = renderMail({ ...WORDS, title: evil, text: evil, details }, evil, SITE);
    expect(mail.html).not.toContain('<script');
    expect(mail.html).toContain(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;',
    );
    expect(mail.text).toContain(evil);
  });

  it('keeps its words in order beside a name from right to left', () => {
    const { html, text } = renderMail(WORDS, 'שרה', SITE);
    for (const form of [html, text]) expect(form).toContain('Hello \u2068שרה\u2069,');
  });

  it('has a subject of one line, whatever the names contain', () => {
    const title = 'New order from Cara\r\nBcc: all@example.test';
    expect(renderMail({ ...WORDS, title }, '', SITE).subject).toBe(
      'New order from Cara Bcc: all@example.test',
    );
  });

  it('has a greeting without a name, and no empty table', () => {
    const mail = renderMail({ ...WORDS, details: [] }, '', SITE);
    expect(mail.text).toContain('Hello,');
    expect(mail.html).not.toContain('<table');
  });
});

describe('html', () => {
  it('escapes text, and keeps HTML values and lists of them', () => {
    const bold = html`<b>${'<'}</b>`;
    expect(html`<p title="${'"'}">${bold}${[bold, bold]}${'&amp;'}</p>`.source).toBe(
      '<p title="&quot;"><b>&lt;</b><b>&lt;</b><b>&lt;</b>&amp;amp;</p>',
    );
  });
});
