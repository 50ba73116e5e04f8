import * as z from 'zod';
import { jobIdSchema } from '#libs/contracts';
import { DomainError } from '../errors.js';

const markerSchema = z.tuple([z.string().regex(/^\d+(\.\d+)?(e\+?\d+)?$/), jobIdSchema]);

/** The job after which a list of jobs goes on; `score` is its place in the queue's sorted set. */
interface Marker {
  readonly score: string;
  readonly id: string;
}

export function encodeMarker({ score, id }: Marker): string {
  return Buffer.from(JSON.stringify([score, id])).toString('base64url');
}

/** Throws `CURSOR_INVALID`. */
export function decodeMarker(cursor: string): Marker {
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const [score, id] = markerSchema.parse(JSON.parse(text));
    return { score, id };
  } catch {
    throw new DomainError('CURSOR_INVALID');
  }
}
