import type { Types } from 'mongoose';

const LENGTH_MAX = 60;
/** Words that are paths of the API beside the slugs. */
const RESERVED = new Set(['mine']);

/** The address of a farm that has not been approved yet. */
export const firstSlug = (ownerId: Types.ObjectId) => `farm-${ownerId}`;

/** A farm's address made of its name; null where the name has no Latin letter or digit to make one of. */
export function slugOf(name: string): string | null {
  const slug = name
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    // Accents that stood on a letter, and apostrophes, leave no gap.
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-+|-+$/g, '');
  return slug === '' || RESERVED.has(slug) ? null : slug;
}
