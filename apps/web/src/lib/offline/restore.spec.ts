import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import * as z from 'zod/mini';
import type { UserDto } from '#libs/contracts';
import { makeToken } from '../../testing/fixtures';
import { OfflineError } from '../api/chunks';
import { keptSince, markKept } from '../api/kept-data';
import { createQueryClient } from '../api/query-client';
import { actFor } from '../api/token';
import { keepMember } from './keep-member';
import { forgetAll, keep, MEMBER, prune, readKept } from './kept-store';
import { memberOr } from './restore';

const schema = z.object({ picked: z.number() });
const HASH = '["pick-list"]';
const AT = Date.UTC(2026, 10, 27, 13, 12);

let client: QueryClient;
let answer: () => Promise<unknown>;
const query = () =>
  client.fetchQuery({ queryKey: ['pick-list'], queryFn: () => answer(), meta: { kept: schema } });
const offline = () => Promise.reject(new OfflineError());

beforeEach(async () => {
  globalThis.indexedDB ??= new IDBFactory();
  globalThis.structuredClone ??= (value: unknown) => JSON.parse(JSON.stringify(value));
  await forgetAll();
  actFor(makeToken('ann', 'ann@example.org'));
  client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
});
afterEach(() => {
  client.clear();
  for (const name of [HASH, '["slips"]', MEMBER]) markKept(name, null);
  actFor(null);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const keepFor = (person: string, data: unknown) => keep(HASH, { person, at: AT, data });
const tick = () => new Promise((resolve) => setTimeout(resolve));
/** The scheduler of TanStack's notifications, which an answer reaches a moment later. */
const settled = async () => {
  await tick();
  await tick();
};

test('without a connection a query has its kept data, which is as old as it is', async () => {
  await keepFor('ann', { picked: 3 });
  answer = offline;
  await expect(query()).resolves.toEqual({ picked: 3 });
  await settled();
  expect(client.getQueryState(['pick-list'])?.dataUpdatedAt).toBe(AT);
  expect(keptSince(HASH)).toBe(AT);

  answer = async () => ({ picked: 4 });
  await client.refetchQueries();
  expect(client.getQueryData(['pick-list'])).toEqual({ picked: 4 });
  expect(keptSince(HASH)).toBeUndefined();
});

test.each([
  ['another person', () => keepFor('bo', { picked: 3 })],
  ['an older build, in another form', () => keepFor('ann', { picked: 'three' })],
  ['nobody', async () => undefined],
])('what is kept of %s is not shown', async (_, setUp) => {
  await setUp();
  answer = offline;
  await expect(query()).rejects.toThrow(OfflineError);
  expect(keptSince(HASH)).toBeUndefined();
});

test('an error of the server is shown, whatever is kept', async () => {
  await keepFor('ann', { picked: 3 });
  answer = () => Promise.reject(new Error('forbidden'));
  await expect(query()).rejects.toThrow('forbidden');
});

test('a visitor has no kept data', async () => {
  await keepFor('ann', { picked: 3 });
  actFor(null);
  answer = offline;
  await expect(query()).rejects.toThrow(OfflineError);
});

test('while the server does not answer, kept data is shown; its answer replaces that', async () => {
  await keepFor('ann', { picked: 3 });
  let reply: (data: unknown) => void = () => undefined;
  answer = () => new Promise((resolve) => (reply = resolve));
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'performance'] });
  const shown = query();
  await jest.advanceTimersByTimeAsync(3_000);
  jest.useRealTimers();
  await expect(shown).resolves.toEqual({ picked: 3 });
  reply({ picked: 4 });
  await settled();
  expect(client.getQueryData(['pick-list'])).toEqual({ picked: 4 });
  expect(keptSince(HASH)).toBeUndefined();
});

test('once the server is silent, the next query does not wait for it as long', async () => {
  await keepFor('ann', { picked: 3 });
  await keep('["slips"]', { person: 'ann', at: AT, data: { picked: 5 } });
  const replies: ((data: unknown) => void)[] = [];
  answer = () => new Promise((resolve) => replies.push(resolve));
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'performance'] });
  const first = query();
  await jest.advanceTimersByTimeAsync(3_000);
  const second = client.fetchQuery({
    queryKey: ['slips'],
    queryFn: () => answer(),
    meta: { kept: schema },
  });
  await jest.advanceTimersByTimeAsync(1);
  jest.useRealTimers();
  await expect(first).resolves.toEqual({ picked: 3 });
  await expect(second).resolves.toEqual({ picked: 5 });
  for (const reply of replies) reply({ picked: 6 });
  await settled();
  expect(client.getQueryData(['slips'])).toEqual({ picked: 6 });
});

test('a browser that knows that it is offline asks for nothing that is kept', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await keepFor('ann', { picked: 3 });
  let requests = 0;
  answer = async () => ({ picked: 3 + ++requests });
  await expect(query()).resolves.toEqual({ picked: 3 });
  expect(requests).toBe(0);

  // it was wrong: the live connection is back, which fetches what is shown
  await client.refetchQueries();
  expect(client.getQueryData(['pick-list'])).toEqual({ picked: 4 });
});

test('the member is as kept while the server cannot be reached, and as it says otherwise', async () => {
  const bo = { name: 'Bo' } as unknown as UserDto;
  const ann = { name: 'Ann' } as unknown as UserDto;
  const named = z.object({ name: z.string() });
  await expect(memberOr(offline(), named)).rejects.toThrow(OfflineError);
  await keep(MEMBER, { person: 'ann', at: AT, data: ann });
  await expect(memberOr(offline(), named)).resolves.toEqual(ann);
  expect(keptSince(MEMBER)).toBe(AT);
  await expect(memberOr(Promise.resolve(bo), named)).resolves.toBe(bo);
  await expect(memberOr(Promise.reject(new Error('forbidden')), named)).rejects.toThrow(
    'forbidden',
  );
});

test('an answer that comes while kept data is read is what is shown', async () => {
  await keepFor('ann', { picked: 3 });
  let reply: (data: unknown) => void = () => undefined;
  answer = () => new Promise((resolve) => (reply = resolve));
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'performance'] });
  const shown = query();
  await jest.advanceTimersByTimeAsync(2_999);
  jest.advanceTimersByTime(1);
  // IndexedDB answers later than these
  for (let n = 0; n < 10; n++) await Promise.resolve();
  reply({ picked: 4 });
  jest.useRealTimers();
  await shown;
  await settled();
  expect(client.getQueryData(['pick-list'])).toEqual({ picked: 4 });
  expect(keptSince(HASH)).toBeUndefined();
});

test('pages of a list are parsed one by one', async () => {
  const data = { pages: [{ picked: 1 }, { picked: 2 }], pageParams: [undefined, 'next'] };
  await keep('["list"]', { person: 'ann', at: AT, data });
  const list = client.fetchInfiniteQuery({
    queryKey: ['list'],
    queryFn: offline,
    initialPageParam: undefined,
    meta: { kept: async () => schema },
  });
  expect((await list).pages).toEqual(data.pages);
});

test('at most 150 are kept, the newest', async () => {
  for (let n = 0; n < 152; n++) await keep(`q${n}`, { person: 'ann', at: AT + n, data: n });
  await prune('ann', AT + 152);
  expect(await readKept('ann', 'q0')).toBeNull();
  expect(await readKept('ann', 'q1')).toBeNull();
  expect(await readKept('ann', 'q2')).toMatchObject({ data: 2 });
  expect(await readKept('ann', 'q151')).toMatchObject({ data: 151 });
});

test('another person, and what is older than two weeks, is removed', async () => {
  const now = AT + 14 * 24 * 60 * 60_000 + 1;
  await keep('old', { person: 'ann', at: AT, data: 1 });
  await keep('new', { person: 'ann', at: now, data: 2 });
  await keep('others', { person: 'bo', at: now, data: 3 });
  await prune('ann', now);
  expect(await readKept('ann', 'old')).toBeNull();
  expect(await readKept('bo', 'others')).toBeNull();
  expect(await readKept('ann', 'new')).toMatchObject({ data: 2 });
});

test('who acts for another farm, or in another role there, keeps nothing of before', async () => {
  const farmId = 'a'.repeat(24);
  const user = (more: object) =>
    ({ role: 'customer', farmId, memberships: [{ farmId, role: 'packer' }], ...more }) as UserDto;
  await keepMember('ann', AT, user({}));
  await keepFor('ann', { picked: 3 });
  await keepMember('ann', AT, user({}));
  expect(await readKept('ann', HASH)).not.toBeNull();
  for (const change of [{ memberships: [] }, { memberships: [{ farmId, role: 'driver' }] }]) {
    await keepMember('ann', AT, user({}));
    await keepFor('ann', { picked: 3 });
    await keepMember('ann', AT, user(change));
    expect(await readKept('ann', HASH)).toBeNull();
    expect(await readKept('ann', MEMBER)).not.toBeNull();
  }
});
