import { cx } from '../../lib/cx';
import { formatTime } from '../../lib/format';
import { useConnection } from '../../realtime/realtime-provider';
import { shellText } from '../texts';

const dots = {
  live: 'bg-leaf-ink',
  reconnecting: 'bg-butter animate-[pulse-soft_1.2s_ease-in-out_infinite]',
  offline: 'bg-edge',
  paused: 'bg-edge',
};

/** Whether what is on screen moves by itself: Live, Reconnecting, or how old it is. */
export function ConnectionChip() {
  const { state, since, paused } = useConnection();
  const shown = paused ? 'paused' : state;
  const stale = since === null ? shellText.reconnecting : shellText.dataFrom(formatTime(since));
  const text = {
    live: shellText.live,
    reconnecting: shellText.reconnecting,
    offline: stale,
    paused: shellText.livePaused,
  }[shown];
  return (
    <span
      role="status"
      className="inline-flex items-center gap-1.5 rounded-full border border-rule px-2.5 py-1 text-xs font-semibold whitespace-nowrap text-ink-soft"
    >
      <span aria-hidden="true" className={cx('size-2 rounded-full', dots[shown])} />
      {text}
    </span>
  );
}
