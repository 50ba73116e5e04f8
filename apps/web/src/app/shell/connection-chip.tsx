import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/api/chunks';
import { useDelayed } from '../../lib/browser/timers';
import { cx } from '../../lib/cx';
import { formatMomentOf } from '../../lib/text/format';
import { useConnection } from '../../realtime/realtime-provider';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';

const LivePanel = lazyPart(() => import('./live-panel'));

const dots = {
  live: 'bg-leaf-ink',
  reconnecting: 'bg-butter animate-[pulse-soft_1.2s_ease-in-out_infinite]',
  offline: 'bg-edge',
};

/** Milliseconds that the first connection may take before the chip says that there is none. */
const FIRST_MS = 5_000;

const chipClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-2.5 py-1 text-xs font-semibold whitespace-nowrap hover:bg-sunken pointer-coarse:min-h-11';
/** On phones it hangs below the bar, which has one row. */
const barClass =
  'border-rule bg-ground text-ink-soft max-sm:absolute max-sm:top-full max-sm:right-3 max-sm:mt-1.5';
const footerClass = 'border-current hover:text-ink';

/**
 * The state of the live connection. The top bar shows it only if something is wrong: Reconnecting, or the time of the
 * data; the footer also shows Live. A click opens this page's measurements. While updates are paused, the top bar shows
 * the number of pending ones, and a click applies them.
 */
export function ConnectionChip({ inFooter = false }: { inFooter?: boolean }) {
  const { state, since, polling, paused, waiting, setPaused } = useConnection();
  const isOutdated = since !== null && (polling || state === 'offline');
  const isLate = useDelayed(FIRST_MS);
  const isFirst = state === 'reconnecting' && since === null && !isLate;
  const [isOpen, setIsOpen] = useState(false);
  const text = isOutdated ? shellText.dataFrom(formatMomentOf(since)) : shellText[state];
  if (paused && !inFooter) {
    return (
      <button
        type="button"
        title={shellText.resumeLive}
        onClick={() => setPaused(false)}
        className={cx(chipClass, barClass, 'tabular-nums')}
      >
        <Icon of={Play} size={14} />
        {waiting === 0 ? shellText.livePaused : shellText.pausedWaiting(waiting)}
      </button>
    );
  }
  return (
    <>
      {!isFirst && (inFooter || state !== 'live') && (
        <button
          type="button"
          aria-haspopup="dialog"
          title={shellText.openLivePanel}
          onClick={() => setIsOpen(true)}
          className={cx(
            chipClass,
            inFooter ? footerClass : barClass,
            // on phones it would cover the layout's notice, which says the same
            state === 'offline' && !inFooter && 'max-sm:hidden',
          )}
        >
          <span
            aria-hidden="true"
            className={cx('size-2 rounded-full', inFooter ? 'bg-current' : dots[state])}
          />
          <span>{text}</span>
        </button>
      )}
      {/* announces the state only: the time changes with every poll */}
      {!inFooter && (
        <span role="status" className="sr-only">
          {!isFirst && shellText[state]}
        </span>
      )}
      {isOpen && (
        <Suspense>
          <LivePanel onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
