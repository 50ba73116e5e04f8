import { useEffect, useRef, useState } from 'react';
import {
  type FarmStep,
  MAX_ORDER_STEPS,
  nextStep,
  type OrderDto,
  type OrderPart,
} from '#libs/contracts';
import { ApiError } from '../../lib/api/api';
import { serverNow } from '../../lib/api/server-clock';
import { useAnnounce } from '../../ui/live-announcer';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { useTakeSteps } from './take-step';
import { ordersText } from './texts';

/** Milliseconds in which a batch can be undone before it is sent: a sent step cannot be reversed. */
export const UNDO_MS = 10_000;
/** Maximum steps of a batch, which is one request. */
export const BATCH_MAX = MAX_ORDER_STEPS;

export interface Step {
  readonly order: OrderDto;
  readonly part: OrderPart;
  readonly status: FarmStep;
}

/** The regular next step of each order that has one. */
export function nextSteps(orders: readonly OrderDto[]): Step[] {
  return orders.flatMap((order) =>
    order.parts.flatMap((part) => {
      const status = nextStep(part.status, part.fulfilment);
      return status === null ? [] : [{ order, part, status }];
    }),
  );
}

export interface Batch {
  /** The steps that wait to be sent. */
  readonly held: readonly Step[];
  /** When they are sent. */
  readonly until: number;
  readonly hold: (steps: readonly Step[]) => void;
  readonly undo: () => void;
  readonly sendNow: () => void;
  readonly holds: (partId: string) => boolean;
}

/**
 * Holds a batch of steps back for {@link UNDO_MS}. Sends it earlier when the tab is hidden or the component unmounts,
 * so that no requested step is lost.
 */
export function useBatch(): Batch {
  const [waiting, setWaiting] = useState<{ steps: readonly Step[]; until: number } | null>(null);
  const current = useRef<readonly Step[]>([]);
  const { mutateAsync } = useTakeSteps();
  const toast = useToast();
  const announce = useAnnounce('batch');

  const send = async (keepalive: boolean) => {
    const steps = current.current;
    current.current = [];
    setWaiting(null);
    if (steps.length === 0) return;
    const sent = steps.map(({ order, part, status }) => ({ orderId: order._id, part, status }));
    const failures = await mutateAsync({ steps: sent, keepalive }).then(
      (results) =>
        results.flatMap((result) => ('problem' in result ? [new ApiError(result.problem)] : [])),
      (error: unknown) => steps.map(() => error),
    );
    toast(
      failures.length === 0
        ? { title: ordersText.batchDone(steps.length) }
        : {
            tone: 'error',
            title: ordersText.batchFailed(failures.length, steps.length),
            description: errorMessage(failures[0]),
          },
    );
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });

  const until = waiting?.until ?? 0;
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(() => void latest.current(false), until - serverNow());
    return () => clearTimeout(timer);
  }, [until]);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void latest.current(true);
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      void latest.current(false);
    };
  }, []);

  const held = waiting?.steps ?? [];
  return {
    held,
    until,
    hold: (steps) => {
      void send(false);
      current.current = steps.slice(0, BATCH_MAX);
      setWaiting({ steps: current.current, until: serverNow() + UNDO_MS });
      announce(ordersText.batchHeld(current.current.length, UNDO_MS / 1_000));
    },
    undo: () => {
      current.current = [];
      setWaiting(null);
      announce(ordersText.batchUndone);
    },
    sendNow: () => void send(false),
    holds: (partId) => held.some(({ part }) => part._id === partId),
  };
}
