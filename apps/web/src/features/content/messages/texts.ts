import { countOf } from '../../../lib/text/format';
import { defineMessages } from '../../../lib/text/messages';

/** Texts of the admin's contact messages. */
export const messagesText = defineMessages({
  en: {
    tabsLabel: 'Messages by state',
    tabs: { open: 'Open', answered: 'Answered', all: 'All' },
    failed: 'The messages could not be loaded',
    none: {
      open: 'Every message is answered.',
      answered: 'No message was answered yet.',
      all: 'Nobody has written yet.',
    },
    noneHint: 'What people send by the contact form appears here by itself.',
    found: (n: number) => countOf(n, 'message', 'messages'),
    showMore: 'Show older messages',
    from: (name: string, email: string) => `${name}, ${email}`,
    open: 'Open',
    answered: 'Answered',
    reply: 'Reply by e-mail',
    replySubject: (subject: string, reference: string) => `Re: ${subject} [${reference}]`,
    markAnswered: 'Mark as answered',
    markOpen: 'Open again',
    for: (what: string, reference: string) => `${what}: ${reference}`,
    changeFailed: 'The message could not be changed',
    conflict: 'Somebody else changed it meanwhile. It is shown as it is now.',
    offline: 'Needs a connection',
    announce: (subject: string) => `New message: ${subject}.`,
  },
});
