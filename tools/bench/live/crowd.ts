/**
 * People with an open page, in a process of their own: `crowd.js <crowd as JSON>`. Prints how many they are once all are
 * connected, and sends its parent a message for each event that all of them have received; or, where they have pages, the
 * delays of all events when it is asked for them.
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

/** Null until somebody asks for them. */
let delays: number[] | null = null;

/** Of an event: from the moment that it says of itself. */
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

/** Ids that nobody else watches. */
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
