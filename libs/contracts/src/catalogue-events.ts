import type { EventName } from './events.js';

/**
 * Whether the catalogue that each api keeps in memory has to look again after an event of this name. Such an event is
 * told by the queue only, which comes after the note that makes the apis look.
 */
export const movesCatalogue = (name: EventName): boolean =>
  name.startsWith('product.') || (name.startsWith('farm.') && name !== 'farm.stats-changed');
