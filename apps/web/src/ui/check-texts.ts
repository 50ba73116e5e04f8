import { defineMessages } from '../lib/text/messages';

/** Texts of checks of the books, which run by the clock or because an admin asks. */
export const checkText = defineMessages({
  en: {
    check: 'Check now',
    asked: 'The check has begun',
    askedText: 'Its result appears here by itself.',
    askFailed: 'The check could not be started',
    running: 'Checking…',
    finished: (time: string) => `Finished ${time}`,
    byAdmin: 'Asked for by an admin',
    byClock: 'The hourly check',
  },
});
