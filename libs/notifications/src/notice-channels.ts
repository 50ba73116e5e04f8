import type { NotificationKind, PushKind } from '#libs/contracts';

/** Whom a notice is for: somebody by themselves, or the owner of a farm. */
export type Audience = 'person' | 'farm';

/**
 * How a notice is mailed: alone and at once; with other changes of the same order, unless it is a step, which people
 * wait for; only if it is still unread after two minutes; or not at all.
 */
export type Mailing = 'at-once' | 'grouped' | 'if-unread' | 'never';

export interface Channels {
  readonly mail: Mailing;
  /** The kind under which devices get it; null if none does. */
  readonly push: PushKind | null;
}

const mailed = (mail: Mailing, push: PushKind | null = null): Channels => ({ mail, push });

/**
 * Where each notice goes. All of them go into the inbox, and none goes anywhere else: the one place that decides it, for
 * mails and pushes alike. A notice for an audience without a row is refused.
 */
export const CHANNELS: Readonly<
  Record<NotificationKind, Readonly<Partial<Record<Audience, Channels>>>>
> = {
  'order.placed': { person: mailed('at-once') },
  'order.received': { farm: mailed('at-once', 'order-received') },
  'order.closing': { person: mailed('never', 'cut-off') },
  'order.reminder': { person: mailed('at-once', 'reminder') },
  'order.unpaid': { person: mailed('at-once') },
  'order.settled': { person: mailed('at-once') },
  'order.accepted': { person: mailed('grouped'), farm: mailed('grouped') },
  'order.packed': { person: mailed('grouped'), farm: mailed('grouped') },
  'order.out_for_delivery': { person: mailed('grouped', 'order-ready'), farm: mailed('grouped') },
  'order.ready_for_pickup': { person: mailed('grouped', 'order-ready'), farm: mailed('grouped') },
  'order.delivered': { person: mailed('grouped'), farm: mailed('grouped') },
  'order.declined': {
    person: mailed('grouped', 'order-changed'),
    farm: mailed('grouped', 'order-changed'),
  },
  'order.cancelled': {
    person: mailed('grouped', 'order-changed'),
    farm: mailed('grouped', 'order-changed'),
  },
  'order.changed': {
    person: mailed('grouped', 'order-changed'),
    farm: mailed('grouped', 'order-changed'),
  },
  'order.short': { person: mailed('grouped', 'order-short') },
  'problem.reported': { farm: mailed('at-once') },
  'problem.answered': { person: mailed('at-once'), farm: mailed('at-once') },
  'message.received': {
    person: mailed('if-unread', 'message'),
    farm: mailed('if-unread', 'message'),
  },
  'stock.low': { farm: mailed('at-once') },
  'stock.sold_out': { farm: mailed('at-once') },
  'product.taken-down': { farm: mailed('at-once') },
  'product.approved': { farm: mailed('at-once') },
  'product.refused': { farm: mailed('at-once') },
  'account.active': { person: mailed('at-once') },
  'account.inactive': { person: mailed('at-once') },
  'account.suspended': { person: mailed('at-once') },
  'farm.created': { person: mailed('at-once') },
  'farm.approved': { person: mailed('at-once') },
  'farm.refused': { person: mailed('at-once') },
  'payout.returned': { farm: mailed('at-once') },
  'review.received': { farm: mailed('at-once') },
  'review.replied': { person: mailed('at-once') },
  'review.hidden': { person: mailed('at-once') },
  'favourite.restocked': { person: mailed('at-once') },
  'favourite.picked': { person: mailed('at-once') },
};

export function channelsOf(kind: NotificationKind, audience: Audience): Channels {
  const channels = CHANNELS[kind][audience];
  if (!channels) throw new Error(`no channels are decided for ${kind} to a ${audience}`);
  return channels;
}

/** Milliseconds until messages are mailed and pushed to who has not read them. */
export const IF_UNREAD_MS = 2 * 60_000;

/** Milliseconds for which a push is of use; a device that is off so long does not get it. */
export const PUSH_TTL_MS: Readonly<Record<PushKind, number>> = {
  'order-received': 24 * 3_600_000,
  'order-changed': 24 * 3_600_000,
  'order-short': 24 * 3_600_000,
  'order-ready': 12 * 3_600_000,
  'cut-off': 3 * 3_600_000,
  reminder: 18 * 3_600_000,
  message: 24 * 3_600_000,
};
