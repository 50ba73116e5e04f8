import { defineMessages } from '../lib/text/messages';

export const formText = defineMessages({
  en: {
    optional: '(optional)',
    errorCount: (count: number) =>
      count === 1 ? 'One field needs your attention' : `${count} fields need your attention`,
    discardTitle: 'Leave without saving?',
    discardBody: 'What you typed is not saved yet.',
    discard: 'Leave, do not save',
    stay: 'Keep editing',
    reason: 'Reason',
    reasonMissing: 'Please give a reason.',
  },
});
