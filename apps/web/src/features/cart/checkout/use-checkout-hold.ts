import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { CartDto, HoldDto, Id, StartCheckout } from '#libs/contracts';
import { holdQueryOptions, releaseHold, useStartHold } from './hold';

/** The farms of a hold, with the slots in which it has places. */
export type HeldFarms = NonNullable<StartCheckout['farms']>;

const slotsOf = (farms: HeldFarms) =>
  Object.entries(farms).flatMap(([farmId, { slotId }]) => (slotId ? [[farmId, slotId]] : []));

const contentOf = (lines: HoldDto['lines'] | CartDto['items'], slots: readonly string[][]) =>
  [
    ...lines.map(({ productId, quantity }) => `${productId}:${quantity}`),
    ...slots.map((slot) => slot.join('@')),
  ]
    .sort()
    .join();

/** The customer's hold, and how the last request for one ended. */
export function useHold() {
  const query = useQuery(holdQueryOptions());
  const { mutate, reset, isPending, error, variables } = useStartHold();
  const hold = query.data?.hold ?? null;
  const requested = isPending ? variables?.farms : undefined;
  /** The slots in which there is a place for the customer, also while the response is on its way. */
  const held = useMemo(() => {
    const kept = hold?.status === 'open' ? hold.slots.map(({ slot }) => slot._id) : [];
    const asked = slotsOf(requested ?? {}).map(([, slotId]) => slotId ?? '');
    return new Set<Id>([...kept, ...asked]);
  }, [hold, requested]);
  return {
    hold,
    held,
    isKnown: query.isSuccess,
    starting: isPending || query.isLoading,
    refused: error,
    error: error ?? query.error,
    start: mutate,
    forgetRefusal: reset,
  };
}

/**
 * Holds the goods and the places while the checkout is open: continues a hold after a reload, starts one if there is
 * none or the cart or a day has changed, and releases it when the checkout unmounts. A hold that has ended is renewed
 * only by the customer. Waits until all days are known and can be had (`decided`).
 */
export function useCheckoutHold(
  { hold, isKnown, starting, start }: ReturnType<typeof useHold>,
  cart: CartDto,
  { farms, decided }: { farms: HeldFarms; decided: boolean },
  ordered: boolean,
) {
  const content = contentOf(cart.items, slotsOf(farms));
  const covers =
    hold?.status === 'open' &&
    content ===
      contentOf(
        hold.lines,
        hold.slots.map(({ farmId, slot }) => [farmId, slot._id]),
      );
  const undecided = cart.items.some(({ changes }) => changes.length > 0);
  /** The content that a hold was last requested or found for. */
  const requestedContent = useRef<string | null>(null);
  const { items, version } = cart;

  useEffect(() => {
    if (covers) requestedContent.current = content;
    else if (undecided || !decided) requestedContent.current = null;
    else if (
      isKnown &&
      !starting &&
      items.length > 0 &&
      requestedContent.current !== content &&
      !ordered
    ) {
      requestedContent.current = content;
      start({ version, farms });
    }
  }, [
    covers,
    undecided,
    isKnown,
    starting,
    items,
    content,
    ordered,
    version,
    farms,
    decided,
    start,
  ]);

  const open = useRef<string | null>(null);
  useEffect(() => {
    open.current = hold?.status === 'open' && !ordered ? hold._id : null;
  }, [hold, ordered]);
  useEffect(
    () => () => {
      if (open.current !== null) releaseHold(open.current);
    },
    [],
  );

  return {
    undecided,
    renew: () => start({ version, farms }),
  };
}
