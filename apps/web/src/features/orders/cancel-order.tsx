import { useState } from 'react';
import { isLive, nextPartStatuses, type OrderDto } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-form';
import { ordersText } from './texts';
import type { TransitionPart } from './use-part-transition';

/** The parts that are still to be delivered, and those of them that the customer may still cancel. */
function cancellable({ parts }: OrderDto) {
  const live = parts.filter(({ status }) => isLive(status) && status !== 'delivered');
  const open = live.filter((part) =>
    nextPartStatuses(part.status, part.fulfilment, 'customer').includes('cancelled'),
  );
  return { live, open };
}

/** Cancels every part of an order that no farm has accepted yet; each part is a request of its own. */
export function CancelOrder({
  order,
  transition,
}: {
  order: OrderDto;
  transition: TransitionPart;
}) {
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  const { live, open } = cancellable(order);
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
            done.push(await transition(order, part, 'cancelled', { reason }));
          if (!done.includes(false)) setOpen(false);
        }}
      />
    </>
  );
}
