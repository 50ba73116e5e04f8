import { useState } from 'react';
import type { OrderDto, OrderPart, PartStatus } from '#libs/contracts';
import { errorCode } from '../../lib/api';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { type StepReason, useChangePartStatus } from './change-part-status';
import { ordersText } from './texts';

export type TakeStep = (
  order: OrderDto,
  part: OrderPart,
  status: PartStatus,
  why?: StepReason,
) => void;

/** Takes steps with parts, one at a time per part, and says when the server refused one. */
export function usePartStep(): { take: TakeStep; busy: (part: OrderPart) => boolean } {
  const toast = useToast();
  const change = useChangePartStatus();
  const [under, setUnder] = useState<ReadonlySet<string>>(new Set());

  const take: TakeStep = (order, part, status, why) => {
    if (under.has(part._id)) return;
    setUnder((now) => new Set(now).add(part._id));
    change
      .mutateAsync({ orderId: order._id, part, status, why })
      .catch((error: unknown) => {
        const code = errorCode(error);
        const overtaken = code === 'VERSION_CONFLICT' || code === 'ORDER_TRANSITION_INVALID';
        toast({
          tone: 'error',
          title: overtaken ? ordersText.conflictTitle : ordersText.stepFailed,
          description: overtaken ? ordersText.conflict(order.code) : errorMessage(error),
        });
      })
      .finally(() =>
        setUnder((now) => {
          const next = new Set(now);
          next.delete(part._id);
          return next;
        }),
      );
  };
  return { take, busy: (part) => under.has(part._id) };
}
