import { useState } from 'react';
import { isLive, isOpenToCustomer, type OrderDto } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-form';
import { cancelCost } from './changes/change-cost';
import { ChangeSummary } from './changes/change-summary';
import { ordersText } from './texts';
import type { PartCommands } from './use-part-commands';

/** The parts that are still to be delivered, and those of them that the customer may still cancel. */
function cancellable({ parts }: OrderDto, now: number) {
  const live = parts.filter(({ status }) => isLive(status) && status !== 'delivered');
  return { live, open: live.filter((part) => isOpenToCustomer(part, now)) };
}

/** Cancels every part of an order that is still open; each part is a request of its own. */
export function CancelOrder({ order, commands }: { order: OrderDto; commands: PartCommands }) {
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const cutOffs = order.parts.flatMap(({ slot }) => (slot ? [Date.parse(slot.cutOffAt)] : []));
  const { live, open } = cancellable(order, useNow(60_000, cutOffs));
  const isWhole = open.length === live.length;
  // a single part has its own button; an open dialog stays open with the typed text
  if ((open.length < 2 || !isWhole) && !isOpen) return null;
  return (
    <>
      <Button
        tone="danger"
        disabledReason={online ? null : ordersText.offline}
        onClick={() => setOpen(true)}
      >
        {ordersText.cancelOrder}
      </Button>
      <ReasonDialog
        question={
          isOpen
            ? {
                title: ordersText.cancelOrderTitle,
                body: ordersText.cancelOrderBody,
                content: (
                  <ChangeSummary
                    cost={cancelCost(
                      order,
                      open.map(({ _id }) => _id),
                    )}
                  />
                ),
                hint: ordersText.reasonHintCustomer,
                required: false,
                confirm: ordersText.cancelOrder,
                cancel: ordersText.keep,
                notice: isWhole ? null : ordersText.cancelOrderPartly(open.length, live.length),
                blocked: open.length === 0 ? ordersText.notPossible : null,
              }
            : null
        }
        onClose={() => setOpen(false)}
        onConfirm={async (reason) => {
          const done: boolean[] = [];
          for (const part of open)
            done.push(
              await commands.change(order, part, {
                status: 'cancelled',
                ...(reason && { reason }),
              }),
            );
          if (!done.includes(false)) setOpen(false);
        }}
      />
    </>
  );
}
