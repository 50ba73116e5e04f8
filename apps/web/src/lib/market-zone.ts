import { useSettings } from './settings';

/** The market's time zone, in which its days begin. The session waits for the settings before it is restored. */
export function useMarketZone(): string {
  return useSettings()?.timeZone ?? 'UTC';
}

/** A time zone for people: `New York`. */
export const placeOf = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
