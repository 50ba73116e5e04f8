import { CheckCheck } from 'lucide-react';
import type { PartDay, PartStatus } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ordersText } from './texts';
import { BATCH_MAX, type Batch, nextSteps, type Step, UNDO_MS } from './use-batch';
import { useBoardOrders } from './use-board-orders';

/** What is held back, with a countdown and Undo; above the orders, so that it does not cover their buttons. */
export function BatchBar({ batch }: { batch: Batch }) {
  if (batch.held.length === 0) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-ink p-2 pl-4 text-ground lg:mb-4 print:hidden">
      <p>
        <strong>{ordersText.batchWaiting(batch.held.length)}</strong>{' '}
        <Countdown until={batch.until} />
      </p>
      <div className="flex gap-2">
        <Button tone="paper" onClick={batch.undo}>
          {ordersText.batchUndo}
        </Button>
        <button
          type="button"
          onClick={batch.sendNow}
          className="min-h-11 rounded-full px-4 font-semibold underline underline-offset-4 focus-visible:outline-butter"
        >
          {ordersText.batchNow}
        </button>
      </div>
    </div>
  );
}

function Countdown({ until }: { until: number }) {
  const now = useNow(250);
  const left = Math.min(Math.max(Math.ceil((until - now) / 1_000), 0), UNDO_MS / 1_000);
  return (
    <span role="timer" className="tabular-nums">
      {ordersText.batchIn(left)}
    </span>
  );
}

/** Accepts every new order of the shown day, or the oldest if there are more than a batch can hold. */
export function AcceptAll({ batch, day }: { batch: Batch; day: PartDay | undefined }) {
  const { orders = [] } = useBoardOrders(day);
  const online = useOnline();
  const steps = nextSteps(orders)
    .filter(({ status, part }) => status === 'accepted' && !batch.holds(part._id))
    .sort((a, b) => (a.order._id < b.order._id ? -1 : 1))
    .slice(0, BATCH_MAX);
  if (steps.length < 2) return null;
  return (
    <Button
      tone="leaf"
      size="sm"
      icon={<Icon of={CheckCheck} size={18} />}
      disabledReason={online ? null : ordersText.offline}
      onClick={() => batch.hold(steps)}
    >
      {ordersText.acceptAll(steps.length)}
    </Button>
  );
}

/** The next steps of the selected orders, a button for each kind. */
export function SelectedSteps({
  steps,
  onTake,
  onClear,
}: {
  steps: readonly Step[];
  onTake: (steps: readonly Step[]) => void;
  onClear: () => void;
}) {
  const online = useOnline();
  const kinds = new Map<PartStatus, Step[]>();
  for (const step of steps) kinds.set(step.status, [...(kinds.get(step.status) ?? []), step]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {[...kinds].map(([status, some]) => (
        <Button
          key={status}
          tone="leaf"
          size="sm"
          disabledReason={online ? null : ordersText.offline}
          onClick={() => onTake(some.slice(0, BATCH_MAX))}
        >
          {ordersText.stepSeveral(ordersText.next[status], Math.min(some.length, BATCH_MAX))}
        </Button>
      ))}
      <Button tone="ghost" size="sm" onClick={onClear}>
        {ordersText.clearSelection}
      </Button>
    </div>
  );
}
