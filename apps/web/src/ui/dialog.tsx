import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import { IconButton } from './button';
import { Icon } from './icon';
import { uiText } from './texts';

/** A modal. A press on the page behind it and Escape close it; the focus returns to where it was. */
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
  return (
    <Base.Root open={open} onOpenChange={onClose}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-[rgb(30_20_12/0.55)]" />
        <Base.Popup
          className={cx(
            'fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-lg border border-rule bg-paper shadow-layer',
            wide ? 'max-w-3xl' : 'max-w-lg',
            sheet &&
              'max-lg:mb-0 max-lg:max-h-[85dvh] max-lg:w-full max-lg:max-w-full max-lg:animate-[rise_180ms_ease-out] max-lg:rounded-b-none max-lg:border-x-0 max-lg:border-b-0',
            fillsPhone &&
              'overflow-hidden max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-full max-sm:rounded-none max-sm:border-0',
          )}
        >
          <div
            className={cx(
              'grid gap-4 p-5 sm:p-6',
              fillsPhone &&
                'max-h-[calc(100dvh-2rem)] grid-rows-[auto_minmax(0,1fr)] max-sm:h-dvh max-sm:max-h-none max-sm:gap-2 max-sm:p-4',
            )}
          >
            <div className="flex items-start justify-between gap-4">
              <Base.Title className="pt-1.5 text-2xl">{title}</Base.Title>
              <Base.Close render={<IconButton label={uiText.close} />}>
                <Icon of={X} />
              </Base.Close>
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
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
