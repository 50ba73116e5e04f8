import { useState } from 'react';
import type { FarmStep, OrderDto, OrderPart } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { type PartEdit, useChangePart } from './change-part';
import { isConflict, useTakeStep } from './take-step';
import { ordersText } from './texts';
import type { Batch } from './use-batch';

/**
 * What one can do with a part, one request at a time. Each resolves to whether it was done; an error has then been shown
 * already.
 */
export interface PartCommands {
  readonly step: (order: OrderDto, part: OrderPart, status: FarmStep) => Promise<boolean>;
  readonly change: (
    order: OrderDto,
    /** The part that was on screen. */
    part: OrderPart,
    change: PartEdit['change'],
    /** Called instead of the toast when the part has changed meanwhile. */
    onConflict?: () => void,
  ) => Promise<boolean>;
  /** Whether something of the part is on its way, or waits to be sent. */
  readonly busy: (part: Pick<OrderPart, '_id'>) => boolean;
}

/** With a batch, which a farm's screen has, changes wait in it until they can no longer be undone. */
export function usePartCommands(batch?: Batch): PartCommands {
  const toast = useToast();
  const { mutateAsync: takeStep } = useTakeStep();
  const { mutateAsync: changePart } = useChangePart();
  const [inFlight, setInFlight] = useState<ReadonlySet<string>>(new Set());

  const run = async (
    order: OrderDto,
    part: OrderPart,
    command: () => Promise<unknown>,
    onConflict?: () => void,
  ): Promise<boolean> => {
    if (inFlight.has(part._id)) return false;
    setInFlight((now) => new Set(now).add(part._id));
    try {
      await command();
      return true;
    } catch (error) {
      const conflicts = isConflict(errorCode(error));
      if (conflicts && onConflict) {
        onConflict();
        return false;
      }
      toast({
        tone: 'error',
        title: conflicts ? ordersText.conflictTitle : ordersText.stepFailed,
        description: conflicts ? ordersText.conflict(order.code) : errorMessage(error),
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
  return {
    step: (order, part, status) =>
      run(order, part, () => takeStep({ orderId: order._id, part, status })),
    change: async (order, part, change, onConflict) => {
      if (!batch)
        return run(order, part, () => changePart({ orderId: order._id, part, change }), onConflict);
      batch.hold([{ order, part, change }]);
      return true;
    },
    busy: ({ _id }) => inFlight.has(_id) || (batch?.holds(_id) ?? false),
  };
}
