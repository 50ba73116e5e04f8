import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '../lib/cx';
import { IconButton } from './button';
import { Icon } from './icon';
import { uiText } from './texts';

/**
 * A modal on the native <dialog>, which traps the focus, makes the page behind it inert, closes on Escape and restores
 * the focus.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  wide = false,
  sheet = false,
  fillsPhone = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
  /** Whether it is at the bottom of a small screen, with its actions always in view. */
  sheet?: boolean;
  /** Whether it takes all of a phone's screen; its content then scrolls in itself. */
  fillsPhone?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; the keyboard has Escape
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      className={cx(
        'm-auto w-[calc(100%-2rem)] rounded-lg border border-rule bg-paper p-0 shadow-layer',
        wide ? 'max-w-3xl' : 'max-w-lg',
        sheet &&
          'max-lg:mb-0 max-lg:max-h-[85dvh] max-lg:w-full max-lg:max-w-full max-lg:animate-[rise_180ms_ease-out] max-lg:rounded-b-none max-lg:border-x-0 max-lg:border-b-0',
        fillsPhone &&
          'overflow-hidden max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-full max-sm:rounded-none max-sm:border-0',
      )}
    >
      {open && (
        <div
          className={cx(
            'grid gap-4 p-5 sm:p-6',
            fillsPhone &&
              'max-h-[calc(100dvh-2rem)] grid-rows-[auto_minmax(0,1fr)] max-sm:h-dvh max-sm:max-h-none max-sm:gap-2 max-sm:p-4',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="pt-1.5 text-2xl">
              {title}
            </h2>
            <IconButton label={uiText.close} onClick={onClose}>
              <Icon of={X} />
            </IconButton>
          </div>
          <div className="min-h-0 min-w-0">{children}</div>
          {actions !== undefined && (
            <div
              className={cx(
                'flex flex-wrap justify-end gap-3',
                sheet &&
                  'sticky bottom-0 -mx-5 -mb-5 items-center border-t border-rule bg-paper px-5 py-3 sm:-mx-6 sm:-mb-6 sm:px-6',
              )}
            >
              {actions}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
