/**
 * Clients with an open page, in a separate process: `crowd.js <crowd as JSON>`. Prints their number once all are
 * connected. Sends its parent a message for each event that all of them have received or, for clients with pages, the
 * delays of all events on request.
 */
import { type CrowdWish, nowMs, type Receipt } from './crowds.js';
import { openLine } from './line.js';

const AT_ONCE = 50;
const ID_MARK = '"id":"';
const ID_LENGTH = 24;
const TIME_MARK = '"occurredAt":"';
const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length;

const wish = JSON.parse(process.argv[2] ?? '') as CrowdWish;
const pending = new Map<string, number[]>();

function receive(bytes: Buffer): void {
  const mark = bytes.indexOf(ID_MARK);
  if (mark < 0) return;
  const from = mark + ID_MARK.length;
  const id = bytes.toString('latin1', from, from + ID_LENGTH);
  const at = pending.get(id) ?? [];
  if (at.length === 0) pending.set(id, at);
  at.push(nowMs());
  if (at.length < wish.count) return;
  pending.delete(id);
  process.send?.({ id, at: Float64Array.from(at) } satisfies Receipt);
}

/** Null until the parent first requests them. */
let delays: number[] | null = null;

/** Records the delay of an event, from its `occurredAt`. */
function measure(bytes: Buffer): void {
  const mark = delays ? bytes.indexOf(TIME_MARK) : -1;
  if (mark < 0) return;
  const from = mark + TIME_MARK.length;
  delays?.push(Date.now() - Date.parse(bytes.toString('latin1', from, from + TIME_LENGTH)));
}

process.on('message', () => {
  process.send?.(Float64Array.from(delays ?? []));
  delays = [];
});
// The sockets keep the process alive; the listener alone must not.
process.channel?.unref();

/** Product ids that no other client watches. */
const ownOf = (person: number) =>
  Array.from({ length: wish.own }, (_, n) =>
    (wish.firstOwn + person * wish.own + n).toString(16).padStart(ID_LENGTH, '0'),
  );
const watched = (person: number) => [
  ...wish.watch,
  ...(wish.pages?.[person % wish.pages.length] ?? []),
  ...ownOf(person),
];

for (let person = 0; person < wish.count; person += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, wish.count - person) }, (_, n) =>
      openLine({ ...wish, watch: watched(person + n) }, wish.pages ? measure : receive),
    ),
  );
process.stdout.write(`${wish.count}\n`);
