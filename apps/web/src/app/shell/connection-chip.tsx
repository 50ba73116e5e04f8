import { Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { cx } from '../../lib/cx';
import { formatTime } from '../../lib/format';
import { lazyChunk } from '../../lib/load-chunk';
import { useDelayed } from '../../lib/use-delayed';
import { useConnection } from '../../realtime/realtime-provider';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';

const LivePanel = lazyChunk(() => import('./live-panel'));

const dots = {
  live: 'bg-leaf-ink',
  reconnecting: 'bg-butter animate-[pulse-soft_1.2s_ease-in-out_infinite]',
  offline: 'bg-edge',
};

/** Milliseconds that the first connection may take before the chip says that there is none. */
const FIRST_MS = 5_000;

const chipClass =
  'inline-flex items-center gap-1.5 rounded-full border border-rule px-2.5 py-1 text-xs font-semibold whitespace-nowrap text-ink-soft';

/**
 * The state of the live connection: Live, Reconnecting, or the time of the data. It is hidden, and keeps its place, while
 * the page connects for the first time. A click opens what this page has
 * measured of it. While updates are paused it counts those that are pending, and a click applies them.
 */
export function ConnectionChip() {
  const { state, since, polling, paused, waiting, setPaused } = useConnection();
  const isOutdated = since !== null && (polling || state === 'offline');
  const isLate = useDelayed(FIRST_MS);
  const isFirst = state === 'reconnecting' && since === null && !isLate;
  const [isOpen, setIsOpen] = useState(false);
  const text = isOutdated ? shellText.dataFrom(formatTime(since)) : shellText[state];
  if (paused) {
    return (
      <button
        type="button"
        title={shellText.resumeLive}
        onClick={() => setPaused(false)}
        className={cx(chipClass, 'min-h-9 tabular-nums hover:bg-sunken pointer-coarse:min-h-11')}
      >
        <Icon of={Play} size={14} />
        {waiting === 0 ? shellText.livePaused : shellText.pausedWaiting(waiting)}
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={shellText.openLivePanel}
        onClick={() => setIsOpen(true)}
        className={cx(
          chipClass,
          'min-h-9 hover:bg-sunken pointer-coarse:min-h-11',
          isFirst && 'invisible',
        )}
      >
        <span aria-hidden="true" className={cx('size-2 rounded-full', dots[state])} />
        <span>{text}</span>
      </button>
      {/* the state alone: the time changes with every poll and is not announced */}
      <span role="status" className="sr-only">
        {!isFirst && shellText[state]}
      </span>
      {isOpen && (
        <Suspense>
          <LivePanel onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
