import { defineMessages } from '../../../lib/messages';

/** Texts of the favourite button. */
export const favouriteToggleText = defineMessages({
  en: {
    label: (name: string) => `Favourite: ${name}`,
    add: 'Add to favourites',
    remove: 'Remove from favourites',
    signIn: 'Sign in to keep favourites',
  },
});
