import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Of an id of our own: as many as a trace's id has. */
const BYTES = 16;
/** Random bytes for the next ids; to ask for those of each id alone takes longer than all the rest of it. */
const random = Buffer.alloc(BYTES * 256);
let used = random.length;

/** The id of a request: what a proxy has chosen where that is one, else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : freshId();
}

function freshId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += BYTES;
  return random.toString('hex', used - BYTES, used);
}
