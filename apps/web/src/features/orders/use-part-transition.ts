import { useState } from 'react';
import type { OrderDto, OrderPart, PartStatus } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { type TransitionReason, useChangePartStatus } from './change-part-status';
import { ordersText } from './texts';

/** Resolves to whether the status was changed; an error has then been shown already. */
export type TransitionPart = (
  order: OrderDto,
  part: OrderPart,
  status: PartStatus,
  details?: TransitionReason,
  /** Called instead of the toast when the part has changed meanwhile. */
  onConflict?: () => void,
) => Promise<boolean>;

/** Changes the status of parts, one request at a time per part, and shows errors as toasts. */
export function usePartTransition(): {
  transition: TransitionPart;
  busy: (part: OrderPart) => boolean;
} {
  const toast = useToast();
  const change = useChangePartStatus();
  const [inFlight, setInFlight] = useState<ReadonlySet<string>>(new Set());

  const transition: TransitionPart = async (order, part, status, details, onConflict) => {
    if (inFlight.has(part._id)) return false;
    setInFlight((now) => new Set(now).add(part._id));
    try {
      await change.mutateAsync({ orderId: order._id, part, status, details });
      return true;
    } catch (error) {
      const code = errorCode(error);
      const isConflict = code === 'VERSION_CONFLICT' || code === 'ORDER_TRANSITION_INVALID';
      if (isConflict && onConflict) {
        onConflict();
        return false;
      }
      toast({
        tone: 'error',
        title: isConflict ? ordersText.conflictTitle : ordersText.stepFailed,
        description: isConflict ? ordersText.conflict(order.code) : errorMessage(error),
      });
      return false;
    } finally {
      setInFlight((now) => {
        const next = new Set(now);
        next.delete(part._id);
        return next;
      });
    }
  };
  return { transition, busy: (part) => inFlight.has(part._id) };
}
