/**
 * People with an open page, in a process of their own: `crowd.js <crowd as JSON>`. Prints how many they are once all are
 * connected, and sends its parent a message for each event that all of them have received.
 */
import { type CrowdWish, nowMs, type Receipt } from './crowds.js';
import { openLine } from './line.js';

const AT_ONCE = 50;
const ID_MARK = '"id":"';
const ID_LENGTH = 24;

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

/** Ids that nobody else watches. */
const ownOf = (person: number) =>
  Array.from({ length: wish.own }, (_, n) =>
    (wish.firstOwn + person * wish.own + n).toString(16).padStart(ID_LENGTH, '0'),
  );

for (let person = 0; person < wish.count; person += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, wish.count - person) }, (_, n) =>
      openLine({ ...wish, watch: [...wish.watch, ...ownOf(person + n)] }, receive),
    ),
  );
process.stdout.write(`${wish.count}\n`);
