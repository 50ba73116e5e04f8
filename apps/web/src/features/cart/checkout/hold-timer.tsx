import { Hourglass } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { HoldDto } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { useAnnounce } from '../../../ui/live-announcer';
import { errorMessage } from '../../../ui/states';
import { checkoutText } from './texts';

/** Remaining seconds that are announced to screen readers. */
const ANNOUNCE_AT = [300, 60, 0] as const;

interface Props {
  hold: HoldDto | null;
  starting: boolean;
  /** Whether items have changes that the customer has not accepted. */
  undecided: boolean;
  /** Whether the customer has to choose another day before anything is held. */
  dayOpen: boolean;
  error: unknown;
  onRenew: () => void;
}

/** The remaining time of the stock hold, and a button that renews it after it has ended. */
export function HoldTimer({ hold, starting, undecided, dayOpen, error, onRenew }: Props) {
  const seconds = useSecondsLeft(hold);
  useTimeAnnouncements(hold, seconds);
  const state = stateOf({ hold, starting, undecided, dayOpen, error }, seconds);
  const texts = textsOf(state, error, (hold?.slots.length ?? 0) > 0);
  const lapsed = state === 'over' || state === 'elsewhere' || state === 'failed';
  const isCalm = state === 'kept' || state === 'keeping';
  return (
    <section
      aria-label={texts.title}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg',
        isCalm
          ? 'bg-leaf-tint px-4 py-2.5 text-leaf-ink'
          : 'sticky top-20 z-10 border border-butter-ink bg-butter-tint p-4 text-butter-ink shadow-layer',
      )}
    >
      <Icon of={Hourglass} size={isCalm ? 18 : 26} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{texts.title}</p>
        {texts.hint !== null && <p className="text-sm max-sm:sr-only">{texts.hint}</p>}
      </div>
      {state === 'kept' && (
        <p role="timer" aria-label={checkoutText.timeLeft} className="font-semibold tabular-nums">
          {formatTimeLeft(seconds)}
        </p>
      )}
      {lapsed && (
        <Button tone="leaf" size="sm" onClick={onRenew}>
          {state === 'failed' ? checkoutText.keep : checkoutText.again}
        </Button>
      )}
    </section>
  );
}

/** Up to this many seconds, the timer shows seconds. */
const SECONDS_BELOW = 120;

/** `14 min`, and for the last two minutes `1:05`: a clock that ticks from the start would hurry people. */
function formatTimeLeft(seconds: number): string {
  if (seconds > SECONDS_BELOW) return checkoutText.minutes(Math.ceil(seconds / 60));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

type State = 'keeping' | 'kept' | 'over' | 'elsewhere' | 'undecided' | 'dayOpen' | 'failed';

function stateOf(
  { hold, starting, undecided, dayOpen, error }: Omit<Props, 'onRenew'>,
  seconds: number,
): State {
  if (starting) return 'keeping';
  if (undecided) return 'undecided';
  if (hold?.status === 'open') return seconds > 0 ? 'kept' : 'over';
  if (dayOpen) return 'dayOpen';
  if (error !== null) return 'failed';
  if (hold === null) return 'keeping';
  return hold.status === 'expired' ? 'over' : 'elsewhere';
}

function textsOf(
  state: State,
  error: unknown,
  places: boolean,
): { title: string; hint: string | null } {
  switch (state) {
    case 'keeping':
      return { title: checkoutText.keeping, hint: null };
    case 'kept':
      return {
        title: checkoutText.kept,
        hint: places ? checkoutText.keptPlacesHint : checkoutText.keptHint,
      };
    case 'over':
      return { title: checkoutText.over, hint: checkoutText.overHint };
    case 'elsewhere':
      return { title: checkoutText.elsewhere, hint: checkoutText.elsewhereHint };
    case 'undecided':
      return { title: checkoutText.undecided, hint: checkoutText.undecidedHint };
    case 'dayOpen':
      return { title: checkoutText.dayOpen, hint: checkoutText.dayOpenHint };
    case 'failed':
      return { title: checkoutText.notKept, hint: errorMessage(error) };
  }
}

/** Announces the remaining time at {@link ANNOUNCE_AT}, once for each hold. */
function useTimeAnnouncements(hold: HoldDto | null, seconds: number): void {
  const announce = useAnnounce('hold');
  const before = useRef<{ id: string; seconds: number } | null>(null);
  const id = hold?._id ?? null;
  const ended = hold?.status !== 'open' && hold?.status !== 'expired';
  useEffect(() => {
    if (id === null || ended) return;
    const last = before.current;
    before.current = { id, seconds };
    if (last?.id !== id) return;
    const mark = ANNOUNCE_AT.findLast((one) => last.seconds > one && seconds <= one);
    if (mark !== undefined) announce(checkoutText.left[mark]);
  }, [id, ended, seconds, announce]);
}

/** Counts down from the server's remaining seconds, independent of the device's clock. */
function useSecondsLeft(hold: HoldDto | null): number {
  const deadline = useMemo(
    () => (hold?.status === 'open' ? performance.now() + hold.secondsLeft * 1000 : null),
    [hold],
  );
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (deadline === null) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline === null ? 0 : Math.max(0, Math.round((deadline - now) / 1000));
}
