import { marketZone } from './format';

/** The market's time zone for people: `New York`. */
export function marketPlace(): string {
  const zone = marketZone();
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
