import type { UseMutationResult } from '@tanstack/react-query';
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOnline } from '../lib/browser/device';
import { cx } from '../lib/cx';
import { formatDateTime } from '../lib/text/format';
import { Button } from './button';
import { checkText } from './check-texts';
import { Icon } from './icon';
import { errorMessage } from './states';
import { uiText } from './texts';
import { useToast } from './toast';

/** The result of a check that runs by the clock or because an admin asked. */
export function CheckResult({
  right,
  title,
  check: { finishedAt, requestedBy },
  children,
}: {
  right: boolean;
  title: ReactNode;
  check: { readonly finishedAt: string; readonly requestedBy: string | null };
  children?: ReactNode;
}) {
  return (
    <section
      className={cx(
        'flex items-start gap-4 rounded-lg border-2 p-5 sm:p-6',
        right
          ? 'border-leaf-ink bg-leaf-tint text-leaf-ink'
          : 'border-tomato-ink bg-tomato-tint text-tomato-ink',
      )}
    >
      <Icon of={right ? BadgeCheck : TriangleAlert} size={34} />
      <div className="min-w-0">
        {title}
        <p className="mt-2">
          <time dateTime={finishedAt}>{checkText.finished(formatDateTime(finishedAt))}</time> ·{' '}
          {requestedBy === null ? checkText.byClock : checkText.byAdmin}
        </p>
        {children}
      </div>
    </section>
  );
}

/** Starts a check; disabled after a press until a new result arrives. */
export function CheckButton({
  shownId,
  start,
}: {
  /** The id of the result on the page; null without one. */
  shownId: string | null;
  start: UseMutationResult<unknown, Error, void>;
}) {
  const online = useOnline();
  const toast = useToast();
  const [resultIdAtRequest, setResultIdAtRequest] = useState<string | null | undefined>(undefined);
  const blocked = resultIdAtRequest === shownId ? checkText.running : null;
  return (
    <Button
      tone="leaf"
      busy={start.isPending}
      disabledReason={online ? blocked : uiText.needsConnection}
      onClick={() =>
        start.mutate(undefined, {
          onSuccess: () => {
            setResultIdAtRequest(shownId);
            toast({ title: checkText.asked, description: checkText.askedText });
          },
          onError: (error) =>
            toast({ tone: 'error', title: checkText.askFailed, description: errorMessage(error) }),
        })
      }
    >
      {checkText.check}
    </Button>
  );
}
