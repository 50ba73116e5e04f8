import { countOf } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

/** Texts of a conversation about a part of an order. */
export const talkText = defineMessages({
  en: {
    messages: 'Messages',
    with: (name: string) => `Messages with ${name}`,
    between: (customer: string, farm: string) => `Messages between ${customer} and ${farm}`,
    unread: (n: number) => countOf(n, 'new message', 'new messages'),
    failed: 'The messages could not be loaded',
    none: (name: string) => `Nothing was written yet. ${name} reads here what you ask.`,
    earlier: 'Show earlier messages',
    you: 'You',
    from: (author: string, farm: string) => `${author}, ${farm}`,
    read: 'Read',
    sent: 'Sent',
    sending: 'Being sent…',
    notSent: (why: string) => `Not sent. ${why}`,
    interrupted: 'The page was left before the answer came.',
    sendAgain: 'Send again',
    discard: 'Discard',
    removed: 'Farmgate removed this message.',
    reported: 'You have reported it. Farmgate looks at it.',
    pictures: 'Pictures of the message',
    picture: (n: number) => `Picture ${n} of the message`,
    announced: (author: string) => `A new message from ${author}`,
    closes: (day: string) => `You can write to each other until ${day}.`,
    closed: 'The time to write about this order is over.',
    reportedOnly: 'You see this conversation because one of its messages was reported.',
  },
});

/** Texts of what is being written. */
export const composerText = defineMessages({
  en: {
    label: (name: string) => `Your message to ${name}`,
    hint: 'Ctrl and Enter send it. Please give no card numbers or passwords.',
    send: 'Send',
    empty: 'Please write something.',
    offline: 'Needs a connection; what you have typed stays',
    stillUploading: 'A picture is still being uploaded',
    addPictures: 'Add pictures',
    picturesHint: (max: number) => `Up to ${max}.`,
    full: 'That is the most',
    remove: (n: number) => `Remove picture ${n}`,
  },
});

/** Texts of a report of a message. */
export const reportMessageText = defineMessages({
  en: {
    report: 'Report',
    reportOf: (author: string, moment: string) => `Report the message of ${author}, ${moment}`,
    title: 'Report this message',
    body: 'Farmgate then reads this conversation, and may remove the message. Its writer does not learn who reported it.',
    hint: 'What is wrong with it?',
    confirm: 'Report it',
    cancel: 'Not now',
    done: 'Farmgate has your report',
    failed: 'The message could not be reported',
    offline: 'Needs a connection',
  },
});

/** Texts of the admins' list of reported messages. */
export const reportedText = defineMessages({
  en: {
    lead: 'Messages between customers and farms that one of them has reported.',
    tabs: 'Reported messages by state',
    states: { open: 'Open', decided: 'Decided' },
    none: { open: 'No report is open', decided: 'No report was decided yet' },
    noneHint: 'What a customer or a farm reports appears here by itself.',
    failed: 'The reported messages could not be loaded',
    found: (n: number) => countOf(n, 'message', 'messages'),
    more: 'Show more messages',
    toOrders: 'Look at the orders',
    wrote: (author: string, moment: string) => `${author} wrote, ${moment}`,
    by: (name: string, moment: string) => `Reported by ${name}, ${moment}`,
    quoted: (words: string) => `“${words}”`,
    removed: 'Removed',
    kept: 'Kept',
    decided: (name: string, moment: string) => `${name}, ${moment}`,
    conversation: 'The conversation',
    conversationOf: (code: string) => `The conversation about ${code}`,
    remove: 'Remove',
    removeOf: (author: string) => `Remove the message of ${author}`,
    keep: 'Keep',
    keepOf: (author: string) => `Keep the message of ${author}`,
    removeBody: 'Neither side sees what it said any more.',
    keepBody: 'Both sides go on seeing it.',
    reasonHint: 'It is in the audit log.',
    cancel: 'Not now',
    isRemoved: 'The message is removed',
    isKept: 'The message stays',
    stepFailed: 'That did not work',
    conflict: 'Another admin has decided meanwhile.',
    offline: 'Needs a connection',
  },
});
