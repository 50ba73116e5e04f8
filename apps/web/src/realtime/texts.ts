import { defineMessages } from '../lib/text/messages';

export const realtimeText = defineMessages({
  en: {
    resynced: 'Live again',
    resyncedDetail: 'Some changes were missed, so this page was read anew.',
  },
});
