import { describe, expect, it } from '@jest/globals';
import { notificationKindSchema, PUSH_KINDS, type PushKind, pushKindSchema } from '#libs/contracts';
import { type Audience, CHANNELS, channelsOf, PUSH_TTL_MS } from './notice-channels.js';

const rows = notificationKindSchema.options.flatMap((kind) =>
  (['person', 'farm'] as const).flatMap((audience) => {
    const channels = CHANNELS[kind][audience];
    return channels ? [{ kind, audience, ...channels }] : [];
  }),
);
const pushedTo = (audience: Audience) =>
  rows.filter((row) => row.audience === audience).map(({ push, kind }) => [kind, push] as const);

/** What devices are told of, restated by hand; everything else is in the inbox and, but for one kind, mailed. */
const PUSHED: Readonly<Record<Audience, Partial<Record<string, PushKind>>>> = {
  person: {
    'order.changed': 'order-changed',
    'order.cancelled': 'order-changed',
    'order.declined': 'order-changed',
    'order.short': 'order-short',
    'order.out_for_delivery': 'order-ready',
    'order.ready_for_pickup': 'order-ready',
    'order.closing': 'cut-off',
    'order.reminder': 'reminder',
    'message.received': 'message',
  },
  farm: {
    'order.received': 'order-received',
    'order.changed': 'order-changed',
    'order.cancelled': 'order-changed',
    'order.declined': 'order-changed',
    'message.received': 'message',
  },
};

describe('the channels of notices', () => {
  it.each(['person', 'farm'] as const)(
    'push to a %s what is listed, and nothing else',
    (audience) => {
      const pushed = pushedTo(audience).filter(([, push]) => push !== null);
      expect(Object.fromEntries(pushed)).toEqual(PUSHED[audience]);
    },
  );

  it('mail everything but cut-offs that are near', () => {
    expect(rows.filter(({ mail }) => mail === 'never').map(({ kind }) => kind)).toEqual([
      'order.closing',
    ]);
    expect(rows.filter(({ mail }) => mail === 'if-unread').map(({ kind }) => kind)).toEqual([
      'message.received',
      'message.received',
    ]);
  });

  it('reach everybody with each kind that their screen offers, and no other', () => {
    const kinds = (audience: Audience) =>
      [...new Set(pushedTo(audience).flatMap(([, push]) => push ?? []))].sort();
    expect(kinds('person')).toEqual([...PUSH_KINDS.customer].sort());
    expect(kinds('farm')).toEqual([...PUSH_KINDS.farmer].sort());
  });

  it('keep every push for a time', () => {
    for (const kind of pushKindSchema.options) expect(PUSH_TTL_MS[kind]).toBeGreaterThan(0);
  });

  it('are refused for an audience that has none', () => {
    expect(() => channelsOf('order.received', 'person')).toThrow('no channels are decided');
  });
});
