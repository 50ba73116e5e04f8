import type { Fulfilment, OrderPart, PartStatus } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { statusText } from '../../ui/texts';
import { ordersText } from './texts';

/** The regular steps of a part. */
function stepsFor(fulfilment: Fulfilment): PartStatus[] {
  const handover = fulfilment === 'delivery' ? 'out_for_delivery' : 'ready_for_pickup';
  return ['placed', 'accepted', 'packed', handover, 'delivered'];
}

/** The progress of a part, as a bar of its steps; nothing for one that was declined or cancelled. */
export function PartBar({ part }: { part: OrderPart }) {
  const steps = stepsFor(part.fulfilment);
  const reached = steps.indexOf(part.status);
  if (reached < 0) return null;
  return (
    <ol aria-label={ordersText.stepsOf(part.farmName)} className="flex gap-1">
      {steps.map((step, at) => {
        const isDone = at < reached || part.status === 'delivered';
        const state = isDone ? 'stepDone' : at === reached ? 'stepNow' : 'stepOpen';
        return (
          <li
            key={step}
            aria-current={at === reached ? 'step' : undefined}
            className={cx(
              'h-2 flex-1 rounded-full forced-colors:border',
              isDone && 'bg-leaf-ink forced-colors:bg-[CanvasText]',
              state === 'stepNow' && 'bg-butter ring-1 ring-leaf-ink forced-colors:bg-[Highlight]',
              state === 'stepOpen' && 'bg-ink/10',
            )}
          >
            <span className="sr-only">{`${statusText[step]} (${ordersText[state]})`}</span>
          </li>
        );
      })}
    </ol>
  );
}
