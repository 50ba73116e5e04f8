import type { ReactNode } from 'react';
import type { Role } from '#libs/contracts';
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
  wraps = false,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  /** For words of people, which may be longer than a line. */
  wraps?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 px-2.5 py-0.5 text-[0.8125rem] font-semibold',
        wraps ? 'rounded-xl' : 'rounded-full whitespace-nowrap',
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
        'inline-block whitespace-nowrap rounded-sm border-[1.5px] px-2 py-0.5 text-xs font-bold tracking-wide uppercase',
        roleTones[role],
      )}
    >
      {uiText.roles[role]}
    </span>
  );
}
