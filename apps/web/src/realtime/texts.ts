import { defineMessages } from '../lib/messages';

/** What the live connection says of itself. */
export const realtimeText = defineMessages({
  en: {
    resynced: 'Live again',
    resyncedDetail: 'Some changes were missed, so this page was read anew.',
  },
});
