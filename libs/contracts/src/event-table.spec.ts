import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { eventTable } from './event-table.js';
import { type EventName, eventNames } from './events.js';

const DOCUMENT = 'docs/flows/events.md';
const ROW = /^\| `([\w.-]+)` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$/gm;

it(`says the same as ${DOCUMENT}, event by event`, async () => {
  const [table = ''] = (await readFile(DOCUMENT, 'utf8')).split('## The envelope');
  const written = [...table.matchAll(ROW)].map(([, name, , hears, caches, shows]) => ({
    name,
    hears,
    patches: caches,
    shows,
  }));
  const declared = eventNames.map((name: EventName) => {
    const { hears, patches, shows } = eventTable[name];
    const caches = patches.map((cache) => `\`${cache}\``).join(', ');
    return { name, hears: hears.join(', '), patches: caches || 'none', shows };
  });
  const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
    (a.name ?? '').localeCompare(b.name ?? '');
  expect(written.sort(byName)).toEqual(declared.sort(byName));
});
