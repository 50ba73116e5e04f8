import { defineMessages } from '../../lib/text/messages';

/** Texts above every page. */
export const noticeText = defineMessages({
  en: {
    offline: (time: string | null) =>
      `You are offline. You can read what is here${time === null ? '' : `, as of ${time}`}; buying waits for the connection.`,
    newVersion: 'A new version is here.',
    reload: 'Reload',
  },
});
