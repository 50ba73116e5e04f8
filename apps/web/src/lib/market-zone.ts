import { marketZone } from './format';

/** The market's time zone as people write it: `New York`. */
export function marketPlace(): string {
  const zone = marketZone();
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
