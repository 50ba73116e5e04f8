/**
 * People with an open page, in a process of their own: `crowd.js <crowd as JSON>`. Says how many they are when all are
 * there, and tells its parent of each event that all of them have heard, and when.
 */
import { type CrowdWish, type Heard, nowMs } from './crowds.js';
import { openLine } from './line.js';

const AT_ONCE = 50;
const ID_MARK = '"id":"';
const ID_LENGTH = 24;

const wish = JSON.parse(process.argv[2] ?? '') as CrowdWish;
const heard = new Map<string, number[]>();

function hear(bytes: Buffer): void {
  const mark = bytes.indexOf(ID_MARK);
  if (mark < 0) return;
  const from = mark + ID_MARK.length;
  const id = bytes.toString('latin1', from, from + ID_LENGTH);
  const at = heard.get(id) ?? [];
  if (at.length === 0) heard.set(id, at);
  at.push(nowMs());
  if (at.length < wish.count) return;
  heard.delete(id);
  process.send?.({ id, at: Float64Array.from(at) } satisfies Heard);
}

/** Ids that nobody else watches. */
const ownOf = (person: number) =>
  Array.from({ length: wish.own }, (_, n) =>
    (wish.firstOwn + person * wish.own + n).toString(16).padStart(ID_LENGTH, '0'),
  );

for (let person = 0; person < wish.count; person += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, wish.count - person) }, (_, n) =>
      openLine({ ...wish, watch: [...wish.watch, ...ownOf(person + n)] }, hear),
    ),
  );
process.stdout.write(`${wish.count}\n`);
