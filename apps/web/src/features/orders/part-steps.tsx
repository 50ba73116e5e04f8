import { Check } from 'lucide-react';
import type { Fulfilment, OrderPart, PartStatus } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { Icon } from '../../ui/icon';
import { uiText } from '../../ui/texts';
import { ordersText } from './texts';

/** The regular steps of a part. */
export function stepsFor(fulfilment: Fulfilment): PartStatus[] {
  const handover = fulfilment === 'delivery' ? 'out_for_delivery' : 'ready_for_pickup';
  return ['placed', 'accepted', 'packed', handover, 'delivered'];
}

/** A stepper with the progress of a part. */
export function PartSteps({ part }: { part: OrderPart }) {
  const steps = stepsFor(part.fulfilment);
  const reached = steps.indexOf(part.status);
  if (reached < 0) return null;
  return (
    <ol aria-label={ordersText.stepsOf(part.farmName)} className="flex">
      {steps.map((step, at) => {
        const isDone = at < reached || part.status === 'delivered';
        const isCurrent = at === reached && !isDone;
        return (
          <li
            key={step}
            aria-current={at === reached ? 'step' : undefined}
            className="relative grid min-w-0 flex-1 justify-items-center gap-1.5 px-0.5 text-center"
          >
            {at > 0 && (
              <span
                aria-hidden="true"
                className={cx(
                  'absolute top-3 right-1/2 h-0.5 w-full -translate-y-1/2',
                  at <= reached ? 'bg-leaf-ink' : 'bg-rule',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={cx(
                'relative z-10 grid size-6 place-items-center rounded-full border-2',
                isDone && 'border-leaf-ink bg-leaf-ink text-paper',
                isCurrent && 'border-leaf-ink bg-butter text-on-butter',
                !isDone && !isCurrent && 'border-rule bg-paper',
              )}
            >
              {isDone && <Icon of={Check} size={14} />}
              {isCurrent && <span className="size-2 rounded-full bg-current" />}
            </span>
            <span
              className={cx(
                'w-full text-[0.6875rem] leading-tight sm:text-xs',
                at === reached ? 'font-semibold' : 'text-ink-soft',
              )}
            >
              {uiText.statuses[step]}
              <span className="sr-only">
                {` (${isDone ? ordersText.stepDone : isCurrent ? ordersText.stepNow : ordersText.stepOpen})`}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
