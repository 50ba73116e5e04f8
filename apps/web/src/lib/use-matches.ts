import { useSyncExternalStore } from 'react';

/** Screens that show short rows, because a card for each row would make the list too long. */
export const PHONE = '(width < 30rem)';

/** Whether a media query matches now. */
export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
