import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Letters of an id of our own: as many as a trace's id has. */
const LETTERS = 32;
/** Ids are drawn so many at once; to ask for those of each id alone takes longer than all the rest of it. */
const random = Buffer.alloc((LETTERS / 2) * 256);
let drawn = '';

/** The id of a request: what a proxy has chosen where that is one, else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : freshId();
}

function freshId(): string {
  if (drawn === '') drawn = randomFillSync(random).toString('hex');
  const id = drawn.slice(-LETTERS);
  drawn = drawn.slice(0, -LETTERS);
  return id;
}
