import type { ReactNode } from 'react';
import type {
  FarmStatus,
  OrderStatus,
  PartStatus,
  ProductStatus,
  Role,
  UserStatus,
} from '#libs/contracts';
import { cx } from '../lib/cx';
import { uiText } from './texts';

export type Tone = 'leaf' | 'tomato' | 'butter' | 'plain';

const tones: Record<Tone, string> = {
  leaf: 'bg-leaf-tint text-leaf-ink',
  tomato: 'bg-tomato-tint text-tomato-ink',
  butter: 'bg-butter-tint text-butter-ink',
  plain: 'bg-sunken text-ink-soft',
};

/** A short label: Organic, New, Sample. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

const roleTones: Record<Role, string> = {
  customer: 'border-butter-ink bg-butter-tint text-butter-ink',
  farmer: 'border-leaf-ink bg-leaf-tint text-leaf-ink',
  admin: 'border-tomato-ink bg-tomato-tint text-tomato-ink',
};

/** The role of a user, with its own style for each role. */
export function RoleBadge({ role }: { role: Role }) {
  return (
    <span
      className={cx(
        'inline-block rounded-sm border-[1.5px] px-2 py-0.5 text-xs font-bold tracking-wide uppercase',
        roleTones[role],
      )}
    >
      {uiText.roles[role]}
    </span>
  );
}

export type AnyStatus = OrderStatus | PartStatus | UserStatus | ProductStatus | FarmStatus;

const statusTones: Record<AnyStatus, Tone> = {
  Processing: 'butter',
  Delivered: 'leaf',
  Cancelled: 'plain',
  placed: 'butter',
  accepted: 'butter',
  packed: 'butter',
  out_for_delivery: 'leaf',
  ready_for_pickup: 'leaf',
  delivered: 'leaf',
  declined: 'tomato',
  cancelled: 'plain',
  active: 'leaf',
  inactive: 'plain',
  suspended: 'tomato',
  draft: 'plain',
  review: 'butter',
  live: 'leaf',
  paused: 'butter',
  archived: 'plain',
  pending: 'butter',
  approved: 'leaf',
  refused: 'tomato',
};

/** The status of an order, a part, a user, a product or a farm; the colour only repeats the text. */
export function StatusPill({ status }: { status: AnyStatus }) {
  return (
    <Badge
      tone={statusTones[status]}
      icon={<span aria-hidden="true" className="size-2 rounded-full bg-current" />}
    >
      {uiText.statuses[status]}
    </Badge>
  );
}
