import { useState } from 'react';
import {
  declineReasonSchema,
  nextPartStatuses,
  type OrderDto,
  type OrderPart,
  type PartStatus,
  type Role,
} from '#libs/contracts';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { type Question, ReasonDialog } from '../../ui/reason-form';
import { ordersText } from './texts';
import type { TakeStep } from './use-part-step';

const LONGEST_REASON = 280;
const declineKinds = {
  label: ordersText.declineKind,
  options: declineReasonSchema.options.map(
    (kind) => [kind, ordersText.declineReasons[kind]] as const,
  ),
};

/** What the button of a step says. */
export function stepLabel(status: PartStatus, part: OrderPart): string {
  return status === 'delivered' && part.fulfilment === 'pickup'
    ? ordersText.collected
    : ordersText.next[status];
}

const ends = (status: PartStatus) => status === 'declined' || status === 'cancelled';

/** The steps that this reader may take with a part now: the next one as a button, an end with a question. */
export function PartActions({
  order,
  part,
  viewer,
  take,
  busy,
  full = false,
}: {
  order: OrderDto;
  part: OrderPart;
  viewer: Role;
  take: TakeStep;
  busy: boolean;
  full?: boolean;
}) {
  const online = useOnline();
  const [asking, setAsking] = useState<PartStatus | null>(null);
  const steps = nextPartStatuses(part.status, part.fulfilment, viewer);
  if (steps.length === 0) return null;
  const blocked = online ? null : ordersText.offline;
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1 print:hidden">
      {steps.map((status) =>
        ends(status) ? (
          <Button
            key={status}
            tone={full ? 'ghost' : 'danger'}
            full={full}
            disabledReason={blocked}
            onClick={() => setAsking(status)}
            aria-label={ordersText.nextFor(endLabel(status, viewer), order.code)}
          >
            {endLabel(status, viewer)}
          </Button>
        ) : (
          <Button
            key={status}
            tone="leaf"
            data-step={status}
            full={full}
            busy={busy}
            disabledReason={blocked}
            onClick={() => take(order, part, status)}
            aria-label={ordersText.nextFor(stepLabel(status, part), order.code)}
          >
            {stepLabel(status, part)}
          </Button>
        ),
      )}
      <ReasonDialog
        question={asking === null ? null : questionOf(asking, order, part, viewer)}
        onClose={() => setAsking(null)}
        onConfirm={(reason, kind) => {
          const declineReason = declineReasonSchema.safeParse(kind).data;
          if (asking !== null) take(order, part, asking, { reason, declineReason });
          setAsking(null);
        }}
      />
    </div>
  );
}

function endLabel(status: PartStatus, viewer: Role): string {
  return viewer === 'customer' ? ordersText.cancelPart : ordersText.next[status];
}

function questionOf(status: PartStatus, order: OrderDto, part: OrderPart, viewer: Role): Question {
  const declines = status === 'declined';
  return {
    title: declines ? ordersText.declineTitle(order.code) : ordersText.cancelTitle(part.farmName),
    body: declines ? ordersText.declineBody : ordersText.cancelBody,
    hint: viewer === 'customer' ? ordersText.reasonHintCustomer : ordersText.reasonHint,
    required: viewer !== 'customer',
    confirm: endLabel(status, viewer),
    keep: ordersText.keep,
    longest: LONGEST_REASON,
    ...(declines && { kinds: declineKinds }),
  };
}
