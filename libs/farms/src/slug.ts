import type { Types } from 'mongoose';
import { fold } from '#libs/contracts';

const LENGTH_MAX = 60;
/** Slugs that collide with a path of the API. */
const RESERVED = new Set(['mine']);

/** The slug of a farm before its first approval. */
export const firstSlug = (ownerId: Types.ObjectId) => `farm-${ownerId}`;

/** The slug of a farm's name; null when the name has no Latin letter or digit, or is reserved. */
export function slugOf(name: string): string | null {
  const slug = fold(name.replaceAll('&', ' and '))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-+|-+$/g, '');
  return slug === '' || RESERVED.has(slug) ? null : slug;
}
