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
import type { TransitionPart } from './use-part-transition';

const REASON_MAX_LENGTH = 280;
const declineKinds = {
  label: ordersText.declineKind,
  options: declineReasonSchema.options.map(
    (kind) => [kind, ordersText.declineReasons[kind]] as const,
  ),
};

/** Label of a transition's button. */
export function transitionLabel(status: PartStatus, part: OrderPart): string {
  return status === 'delivered' && part.fulfilment === 'pickup'
    ? ordersText.collected
    : ordersText.next[status];
}

const isEnd = (status: PartStatus) => status === 'declined' || status === 'cancelled';

/** The transitions that the viewer may make: the next step at once, declining and cancelling after a dialog. */
export function PartActions({
  order,
  part,
  viewer,
  transition,
  busy,
  full = false,
}: {
  order: OrderDto;
  part: OrderPart;
  viewer: Role;
  transition: TransitionPart;
  busy: boolean;
  full?: boolean;
}) {
  const online = useOnline();
  const [openTransition, setOpenTransition] = useState<PartStatus | null>(null);
  const steps = nextPartStatuses(part.status, part.fulfilment, viewer);
  if (steps.length === 0) return null;
  const blocked = online ? null : ordersText.offline;
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1 print:hidden">
      {steps.map((status) =>
        isEnd(status) ? (
          <Button
            key={status}
            tone={full ? 'ghost' : 'danger'}
            full={full}
            disabledReason={blocked}
            onClick={() => setOpenTransition(status)}
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
            onClick={() => transition(order, part, status)}
            aria-label={ordersText.nextFor(transitionLabel(status, part), order.code)}
          >
            {transitionLabel(status, part)}
          </Button>
        ),
      )}
      <ReasonDialog
        question={openTransition === null ? null : questionOf(openTransition, order, part, viewer)}
        onClose={() => setOpenTransition(null)}
        onConfirm={(reason, kind) => {
          const declineReason = declineReasonSchema.safeParse(kind).data;
          if (openTransition !== null)
            transition(order, part, openTransition, { reason, declineReason });
          setOpenTransition(null);
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
    cancel: ordersText.keep,
    maxLength: REASON_MAX_LENGTH,
    ...(declines && { kinds: declineKinds }),
  };
}
