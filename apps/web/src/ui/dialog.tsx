import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
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
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
  /** On phones at the bottom of the screen, in reach of the thumb. */
  sheet?: boolean;
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
      className={`m-auto w-[calc(100%-2rem)] rounded-lg border border-rule bg-paper p-0 shadow-layer ${wide ? 'max-w-3xl' : 'max-w-lg'} ${sheet ? 'sheet' : ''}`}
    >
      {open && (
        <div className="grid gap-4 p-5 sm:p-6">
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="pt-1.5 text-2xl">
              {title}
            </h2>
            <IconButton label={uiText.close} onClick={onClose}>
              <Icon of={X} />
            </IconButton>
          </div>
          <div>{children}</div>
          {actions !== undefined && (
            <div className="flex flex-wrap justify-end gap-3">{actions}</div>
          )}
        </div>
      )}
    </dialog>
  );
}
