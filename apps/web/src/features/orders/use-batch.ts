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
import { type PartEdit, useChangePart } from './change-part';
import { useTakeSteps } from './take-step';
import { ordersText } from './texts';

/** Milliseconds in which a batch can be undone before it is sent: what is sent cannot be reversed. */
export const UNDO_MS = 10_000;
/** Maximum steps of a batch, which is one request. */
export const BATCH_MAX = MAX_ORDER_STEPS;

export interface Step {
  readonly order: OrderDto;
  readonly part: OrderPart;
  readonly status: FarmStep;
}

/** A short or a decline. */
export interface HeldChange {
  readonly order: Pick<OrderDto, '_id'>;
  readonly part: PartEdit['part'];
  readonly change: PartEdit['change'];
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
  /** The steps and changes that wait to be sent. */
  readonly held: readonly (Step | HeldChange)[];
  /** When they are sent. */
  readonly until: number;
  readonly hold: (held: readonly (Step | HeldChange)[]) => void;
  readonly undo: () => void;
  readonly sendNow: () => void;
  /** Whether it has a step or change of the part; for a product, one that is about it. */
  readonly holds: (partId: string, productId?: string) => boolean;
}

/**
 * Holds a batch of steps and changes back for {@link UNDO_MS}. Sends it earlier when the tab is hidden or the component
 * unmounts, so that nothing that was asked for is lost.
 */
export function useBatch(): Batch {
  const [waiting, setWaiting] = useState<{ held: Batch['held']; until: number } | null>(null);
  const current = useRef<Batch['held']>([]);
  const sendSteps = useSendSteps();
  const sendChanges = useSendChanges();
  const toast = useToast();
  const announce = useAnnounce('batch');

  const send = async (keepalive: boolean) => {
    const held = current.current;
    current.current = [];
    setWaiting(null);
    if (held.length === 0) return;
    const steps = held.flatMap((one) => ('status' in one ? [one] : []));
    const changes = held.flatMap((one) => ('change' in one ? [one] : []));
    const sent = await Promise.all([sendSteps(steps, keepalive), sendChanges(changes, keepalive)]);
    const failures = sent.flat();
    toast(
      failures.length === 0
        ? { title: ordersText.batchDone(held.length) }
        : {
            tone: 'error',
            title: ordersText.batchFailed(failures.length, held.length),
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

  const held = waiting?.held ?? [];
  return {
    held,
    until,
    hold: (next) => {
      void send(false);
      current.current = next;
      setWaiting({ held: next, until: serverNow() + UNDO_MS });
      announce(ordersText.batchHeld(next.length, UNDO_MS / 1_000));
    },
    undo: () => {
      current.current = [];
      setWaiting(null);
      announce(ordersText.batchUndone);
    },
    sendNow: () => void send(false),
    holds: (partId, productId) =>
      held.some((one) => {
        const lines = 'change' in one ? one.change.lines : undefined;
        return (
          one.part._id === partId &&
          (!productId || !lines || lines.some((line) => line.productId === productId))
        );
      }),
  };
}

/** Each sends and resolves to the errors. */
function useSendSteps() {
  const { mutateAsync } = useTakeSteps();
  return async (steps: readonly Step[], keepalive: boolean): Promise<unknown[]> => {
    if (steps.length === 0) return [];
    const sent = steps.map(({ order, part, status }) => ({ orderId: order._id, part, status }));
    return mutateAsync({ steps: sent, keepalive }).then(
      (results) =>
        results.flatMap((result) => ('problem' in result ? [new ApiError(result.problem)] : [])),
      (error: unknown) => steps.map(() => error),
    );
  };
}

function useSendChanges() {
  const { mutateAsync } = useChangePart();
  // what was held while an earlier change of this page was on its way saw the part's version before it
  const own = useRef(new Map<string, Promise<number | null>>());
  const sendOne = async ({ order, part, change }: HeldChange, keepalive: boolean) => {
    const versionOf = (version: number) => `${part._id} ${version}`;
    let seen = part;
    for (;;) {
      const version = await own.current.get(versionOf(seen.version));
      if (!version) break;
      seen = { ...part, version };
    }
    const changed = mutateAsync({ orderId: order._id, part: seen, change, keepalive });
    const after = changed.then(
      ({ parts }) => parts.find(({ _id }) => _id === part._id)?.version ?? null,
      () => null,
    );
    own.current.set(versionOf(seen.version), after);
    await changed;
  };
  return async (changes: readonly HeldChange[], keepalive: boolean): Promise<unknown[]> => {
    const sent = await Promise.allSettled(changes.map((one) => sendOne(one, keepalive)));
    return sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  };
}
