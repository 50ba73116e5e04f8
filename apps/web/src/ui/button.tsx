import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../lib/cx';
import { Spinner } from './spinner';

export type ButtonTone = 'primary' | 'leaf' | 'outline' | 'ghost' | 'danger' | 'paper';
export type ButtonSize = 'sm' | 'md' | 'lg';

const tones: Record<ButtonTone | 'muted', string> = {
  muted: 'bg-sunken text-ink-soft forced-colors:border',
  primary: 'bg-tomato text-on-tomato hover:bg-tomato-deep forced-colors:border',
  leaf: 'bg-leaf text-on-leaf hover:bg-leaf-deep forced-colors:border',
  outline: 'border-2 border-current text-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  danger: 'border-2 border-tomato-ink text-tomato-ink hover:bg-tomato-tint',
  paper: 'bg-butter text-on-butter hover:bg-butter-tint hover:text-butter-ink forced-colors:border',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-5 text-[0.9375rem]',
  lg: 'min-h-13 px-4 sm:px-7 text-lg',
};

function buttonClass(tone: ButtonTone | 'muted', size: ButtonSize, full: boolean): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-full font-semibold leading-tight',
    'transition-colors disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
    tones[tone],
    sizes[size],
    full && 'w-full',
  );
}

interface ButtonStyle {
  tone?: ButtonTone;
  size?: ButtonSize;
  full?: boolean;
  icon?: ReactNode;
}

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>,
    ButtonStyle {
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean;
  /** Selector for scripts. */
  'data-step'?: string;
  /** Why the button is disabled; it stays focusable so that the reason can be read. */
  disabledReason?: string | null;
}

export function Button({
  tone = 'primary',
  size = 'md',
  full = false,
  icon,
  busy = false,
  disabledReason,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const blocked = busy || Boolean(disabledReason);
  return (
    <button
      {...rest}
      type={type}
      // muted and not faded, because the reason on it must have enough contrast to be read
      className={buttonClass(disabledReason ? 'muted' : tone, size, full)}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      // screen readers would read a reason that is also the label twice
      title={
        disabledReason ? (disabledReason === children ? undefined : disabledReason) : rest.title
      }
      onClick={(event) => {
        if (blocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner size={18} /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  tone = 'primary',
  size = 'md',
  full = false,
  icon,
  children,
  ...rest
}: Omit<LinkProps, 'className'> & ButtonStyle) {
  return (
    <Link {...rest} className={buttonClass(tone, size, full)}>
      {icon}
      {children}
    </Link>
  );
}

/** A button with only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  children,
  busy = false,
  type = 'button',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  label: string;
  busy?: boolean;
}) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      disabled={busy || rest.disabled}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink',
        'transition-colors hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-40',
      )}
    >
      {busy ? <Spinner size={18} /> : children}
    </button>
  );
}
