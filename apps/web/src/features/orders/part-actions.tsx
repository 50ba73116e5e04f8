import { useState } from 'react';
import {
  declineReasonSchema,
  type FarmStep,
  isOpenToCustomer,
  nextStep,
  type OrderDto,
  type OrderPart,
  type PartStatus,
  type Role,
} from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { Button } from '../../ui/button';
import { type Question, ReasonDialog } from '../../ui/reason-form';
import { statusText } from '../../ui/texts';
import { cancelCost } from './changes/change-cost';
import { ChangeSummary } from './changes/change-summary';
import { declineKinds } from './shorts/reasons';
import { ShortPart } from './shorts/short-part';
import { ordersText } from './texts';
import type { PartCommands } from './use-part-commands';

/** Label of a transition's button. */
export function transitionLabel(status: PartStatus, part: OrderPart): string {
  return status === 'delivered' && part.fulfilment === 'pickup'
    ? ordersText.collected
    : ordersText.next[status];
}

interface OpenDialog {
  readonly to: End;
  /** The part when the dialog was opened. */
  readonly seen: OrderPart;
}

type End = 'declined' | 'cancelled';
const isEnd = (status: FarmStep | End): status is End =>
  status === 'declined' || status === 'cancelled';

/** What the viewer may do with a part: its next step, and its end. */
function stepsOf(part: OrderPart, viewer: Role, now: number): (FarmStep | End)[] {
  if (viewer === 'customer') return isOpenToCustomer(part, now) ? ['cancelled'] : [];
  const next = nextStep(part.status, part.fulfilment);
  const ends = part.status === 'placed' || part.status === 'accepted';
  return [...(next ? [next] : []), ...(ends ? (['declined'] as const) : [])];
}

/** The transitions that the viewer may make: the next step at once, declining and cancelling after a dialog. */
export function PartActions({
  order,
  part,
  viewer,
  commands,
  onDialog,
  full = false,
  dense = false,
}: {
  order: OrderDto;
  part: OrderPart;
  viewer: Role;
  commands: PartCommands;
  /** Called when the dialog of a decision opens and closes. */
  onDialog?: (open: boolean) => void;
  full?: boolean;
  /** For a table's row. */
  dense?: boolean;
}) {
  const online = useOnline();
  const [open, setOpened] = useState<OpenDialog | null>(null);
  const setOpen = (next: OpenDialog | null) => {
    setOpened(next);
    onDialog?.(next !== null);
  };
  const now = useNow(60_000, part.slot ? [Date.parse(part.slot.cutOffAt)] : []);
  const steps = stepsOf(part, viewer, now);
  const busy = commands.busy(part);
  // a ticket has it below, and a table's row no room for it
  const mayShort = viewer === 'farmer' && !full && !dense;
  // an open dialog stays open with the typed text, even if the part has no further step by now
  if (steps.length === 0 && open === null && !mayShort) return null;
  const blocked = online ? null : ordersText.offline;
  return (
    <div
      className={
        full
          ? 'grid auto-cols-auto grid-flow-col grid-cols-[1fr] gap-x-2 gap-y-1 lg:grid-flow-row print:hidden'
          : 'flex gap-x-2 gap-y-1 max-lg:flex-wrap print:hidden'
      }
    >
      {steps.map((status) =>
        isEnd(status) ? (
          <Button
            key={status}
            data-step={status}
            tone={full || dense ? 'ghost' : 'danger'}
            size={dense ? 'sm' : 'md'}
            full={full}
            busy={busy}
            disabledReason={blocked}
            onClick={() => setOpen({ to: status, seen: part })}
            aria-label={ordersText.nextFor(endLabel(status, viewer), order.code)}
          >
            {endLabel(status, viewer)}
          </Button>
        ) : (
          <Button
            key={status}
            tone="leaf"
            size={dense ? 'sm' : 'md'}
            data-step={status}
            full={full}
            busy={busy}
            disabledReason={blocked}
            onClick={() => void commands.step(order, part, status)}
            aria-label={ordersText.nextFor(transitionLabel(status, part), order.code)}
          >
            {transitionLabel(status, part)}
          </Button>
        ),
      )}
      {mayShort && <ShortPart order={order} part={part} commands={commands} />}
      <ReasonDialog
        question={open && questionOf(open, order, part, viewer, now)}
        onClose={() => setOpen(null)}
        onConfirm={async (reason, kind) => {
          if (open === null) return;
          const declineReason = declineReasonSchema.safeParse(kind).data;
          const done = await commands.change(order, part, {
            status: open.to,
            ...(reason && { reason }),
            ...(declineReason && { declineReason }),
          });
          if (done) setOpen(null);
        }}
      />
    </div>
  );
}

function endLabel(status: PartStatus, viewer: Role): string {
  return viewer === 'customer' ? ordersText.cancelPart : ordersText.next[status];
}

function questionOf(
  { to: status, seen }: OpenDialog,
  order: OrderDto,
  part: OrderPart,
  viewer: Role,
  now: number,
): Question {
  const declines = status === 'declined';
  const possible = stepsOf(part, viewer, now).includes(status);
  return {
    title: declines ? ordersText.declineTitle(order.code) : ordersText.cancelTitle(part.farmName),
    body: declines ? ordersText.declineBody : ordersText.cancelBody,
    ...(viewer === 'customer' && {
      content: <ChangeSummary cost={cancelCost(order, [part._id])} />,
    }),
    hint: viewer === 'customer' ? ordersText.reasonHintCustomer : ordersText.reasonHint,
    required: viewer !== 'customer',
    confirm: endLabel(status, viewer),
    cancel: ordersText.keep,
    notice:
      part.version === seen.version
        ? null
        : ordersText.partChanged(statusText[seen.status], statusText[part.status], possible),
    blocked: possible ? null : ordersText.notPossible,
    ...(declines && { kinds: declineKinds }),
  };
}
