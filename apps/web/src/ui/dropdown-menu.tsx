import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../lib/cx';

export type MenuEntry =
  | { kind: 'action'; label: string; icon?: ReactNode; danger?: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: ReactNode; to: string }
  | { kind: 'check'; label: string; checked: boolean; onSelect: () => void }
  | { kind: 'radio'; label: string; checked: boolean; onSelect: () => void }
  | { kind: 'heading'; label: string };

const roles = {
  action: 'menuitem',
  link: 'menuitem',
  check: 'menuitemcheckbox',
  radio: 'menuitemradio',
} as const;
const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 py-2 text-left hover:bg-sunken focus:bg-sunken';

/** Minimum distance between a menu and the edges of the viewport, in CSS pixels. */
const GAP = 8;

/** Frames after a resize in which the layout may still change. */
const SETTLE_FRAMES = 30;

/** Shifts a layer horizontally into the viewport. */
function keepOnScreen(layer: HTMLElement | null): (() => void) | undefined {
  if (layer === null) return undefined;
  const update = () => {
    // its position without the shift: offsets ignore `translate` and the opening animation
    const left = (layer.offsetParent?.getBoundingClientRect().left ?? 0) + layer.offsetLeft;
    const over = Math.max(0, left + layer.offsetWidth + GAP - document.documentElement.clientWidth);
    layer.style.translate = `${left < GAP ? GAP - left : -over}px`;
  };
  let frame = 0;
  // an animated layout reaches its new width some frames after the resize
  const repeat = (left: number) => {
    cancelAnimationFrame(frame);
    update();
    if (left > 0) frame = requestAnimationFrame(() => repeat(left - 1));
  };
  const onResize = () => repeat(SETTLE_FRAMES);
  update();
  window.addEventListener('resize', onResize);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('resize', onResize);
  };
}

function itemsIn(root: HTMLElement | null): HTMLElement[] {
  return Array.from(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []);
}

function moveFocus(
  event: React.KeyboardEvent,
  items: readonly HTMLElement[],
  close: (focusButton: boolean) => void,
): void {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const go = (index: number) => {
    event.preventDefault();
    items[(index + items.length) % items.length]?.focus();
  };
  if (event.key === 'ArrowDown') go(at + 1);
  else if (event.key === 'ArrowUp') go(at - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(-1);
  else if (event.key === 'Escape') close(true);
  else if (event.key === 'Tab') close(false);
  else if (event.key.length === 1 && event.key !== ' ') {
    const starts = (one: HTMLElement) =>
      one.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()) ?? false;
    [...items.slice(at + 1), ...items.slice(0, at + 1)].find(starts)?.focus();
  }
}

/**
 * A menu button by the WAI-ARIA pattern: arrow keys, Home, End, first letters, Escape.
 * Uses no positioning library: every page's header loads this code, and a library would be larger than the header.
 */
export function DropdownMenu({
  label,
  trigger,
  entries,
  header,
  align = 'end',
  triggerClass,
  opensAtOnce = false,
}: {
  /** Accessible name of the menu and of its button. */
  label: string;
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  header?: ReactNode;
  align?: 'start' | 'end';
  triggerClass?: string;
  /** For a menu whose button was pressed before its code was loaded. */
  opensAtOnce?: boolean;
}) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<false | 'first' | 'last'>(opensAtOnce && 'first');

  const close = (focusButton: boolean) => {
    setOpen(false);
    if (focusButton) button.current?.focus();
  };

  useEffect(() => {
    if (open === false) return;
    const all = itemsIn(root.current);
    (open === 'first' ? all[0] : all.at(-1))?.focus();
    const closeOnOutsidePress = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOnOutsidePress);
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress);
  }, [open]);

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open === false ? undefined : id}
        onClick={() => setOpen(open === false ? 'first' : false)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
          }
        }}
        className={
          triggerClass ??
          'inline-grid size-11 place-items-center rounded-full transition-colors hover:bg-sunken'
        }
      >
        {trigger}
      </button>
      {open !== false && (
        <div
          ref={keepOnScreen}
          className={cx(
            'absolute top-full z-40 mt-2 w-max max-w-[min(20rem,calc(100vw-2rem))] min-w-56 rounded-md border border-rule bg-paper p-1.5 text-ink shadow-layer',
            'animate-[rise_140ms_ease-out]',
            align === 'end' ? 'right-0' : 'left-0',
          )}
        >
          {header !== undefined && <div className="border-b border-rule px-3 py-2">{header}</div>}
          <div
            id={id}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={(event) => moveFocus(event, itemsIn(root.current), close)}
          >
            {entries.map((entry) => (
              <Entry key={`${entry.kind}-${entry.label}`} entry={entry} close={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Entry({ entry, close }: { entry: MenuEntry; close: (focusButton: boolean) => void }) {
  if (entry.kind === 'heading') {
    return (
      <p role="presentation" className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-soft">
        {entry.label}
      </p>
    );
  }
  if (entry.kind === 'link') {
    return (
      <Link
        to={entry.to}
        role="menuitem"
        tabIndex={-1}
        onClick={() => close(false)}
        className={itemClass}
      >
        {entry.icon}
        {entry.label}
      </Link>
    );
  }
  const isToggle = entry.kind !== 'action';
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only the roles that support aria-checked get it
    <button
      type="button"
      role={roles[entry.kind]}
      aria-checked={isToggle ? entry.checked : undefined}
      tabIndex={-1}
      onClick={() => {
        entry.onSelect();
        if (!isToggle) close(true);
      }}
      className={cx(itemClass, entry.kind === 'action' && entry.danger && 'text-tomato-ink')}
    >
      {isToggle ? (
        <span aria-hidden="true" className="w-5 text-center font-bold">
          {entry.checked ? '✓' : ''}
        </span>
      ) : (
        entry.icon
      )}
      {entry.label}
    </button>
  );
}
