import { describe, expect, it } from '@jest/globals';
import { CONVERSATION_DAYS, conversationClosesAt, sendMessageSchema } from './conversations.js';
import { MAX_LENGTH } from './max-length.js';
import { type PartStatus, partStatusSchema } from './order-state.js';

const at = '2026-11-20T10:00:00.000Z';
const part = (status: PartStatus) => ({ status, timeline: [{ status, at }] });

describe('a conversation', () => {
  it.each(['delivered', 'declined', 'cancelled'] as const)(
    'closes two weeks after its part was %s',
    (status) => {
      const closesAt = conversationClosesAt(part(status));
      expect(closesAt).toBe(Date.parse(at) + CONVERSATION_DAYS * 86_400_000);
    },
  );

  it('is open while its part goes on, also after a mistake was corrected', () => {
    const ended = ['delivered', 'declined', 'cancelled'];
    for (const status of partStatusSchema.options.filter((one) => !ended.includes(one)))
      expect(conversationClosesAt(part(status))).toBeNull();
  });
});

describe('a message', () => {
  const errorsOf = (body: unknown) =>
    sendMessageSchema.safeParse(body).error?.issues.map(({ path }) => path.join('.'));

  it('is text, pictures, or both', () => {
    expect(errorsOf({ text: 'Hello' })).toBeUndefined();
    expect(errorsOf({ pictures: ['/uploads/a.webp'] })).toBeUndefined();
    expect(errorsOf({})).toEqual(['text']);
    expect(errorsOf({ text: ' \n ' })).toEqual(['text']);
  });

  it('has an end, and each picture once', () => {
    expect(errorsOf({ text: 'x'.repeat(MAX_LENGTH.message) })).toBeUndefined();
    expect(errorsOf({ text: 'x'.repeat(MAX_LENGTH.message + 1) })).toEqual(['text']);
    expect(errorsOf({ pictures: ['/a', '/a'] })).toEqual(['pictures']);
    expect(errorsOf({ pictures: ['/1', '/2', '/3', '/4', '/5'] })).toEqual(['pictures']);
  });
});
