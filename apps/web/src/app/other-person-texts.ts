import { defineMessages } from '../lib/messages';

/** Texts of a page whose person is no longer the one who is signed in. */
export const otherPersonText = defineMessages({
  en: {
    title: (name: string | null) =>
      name === null
        ? 'Somebody else has signed in in another tab'
        : `Signed in as ${name} in another tab`,
    lead: 'This page was opened by somebody else and is closed.',
    proceed: (name: string | null) => (name === null ? 'Continue' : `Continue as ${name}`),
  },
});
