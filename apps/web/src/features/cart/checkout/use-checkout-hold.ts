import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CartDto } from '#libs/contracts';
import { holdQueryOptions, releaseHold, useStartHold } from './hold';

type Lines = readonly { productId: string; quantity: number }[];
const contentOf = (lines: Lines) =>
  lines
    .map(({ productId, quantity }) => `${productId}:${quantity}`)
    .sort()
    .join();

/**
 * Keeps the cart's goods for as long as the checkout is open: takes up the hold of before a reload, opens one
 * where there is none, follows the cart when it changes, and frees the goods when the customer leaves. A hold
 * that has ended is opened again only by the customer's wish.
 */
export function useCheckoutHold(cart: CartDto, ordered: boolean) {
  const query = useQuery(holdQueryOptions());
  const { mutate, isPending, error } = useStartHold();
  const content = contentOf(cart.items);
  const hold = query.data?.hold ?? null;
  const fits = hold?.status === 'open' && contentOf(hold.lines) === content;
  const undecided = cart.items.some(({ changes }) => changes.length > 0);
  /** What was last asked for, or found to be kept. */
  const tried = useRef<string | null>(null);

  useEffect(() => {
    if (fits) tried.current = content;
    else if (undecided) tried.current = null;
    else if (query.isSuccess && content !== '' && tried.current !== content && !ordered) {
      tried.current = content;
      mutate(cart.version);
    }
  }, [fits, undecided, query.isSuccess, content, ordered, cart.version, mutate]);

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
    hold,
    undecided,
    starting: isPending || query.isLoading,
    error: error ?? query.error,
    renew: () => mutate(cart.version),
  };
}
