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
 * Holds the stock while the checkout is open: continues a hold after a reload, starts one if there is none or the cart
 * has changed, and releases it when the checkout unmounts. A hold that has ended is renewed only by the customer.
 */
export function useCheckoutHold(cart: CartDto, ordered: boolean) {
  const query = useQuery(holdQueryOptions());
  const { mutate, isPending, error } = useStartHold();
  const content = contentOf(cart.items);
  const hold = query.data?.hold ?? null;
  const covers = hold?.status === 'open' && contentOf(hold.lines) === content;
  const undecided = cart.items.some(({ changes }) => changes.length > 0);
  /** The content that a hold was last requested or found for. */
  const requestedContent = useRef<string | null>(null);

  useEffect(() => {
    if (covers) requestedContent.current = content;
    else if (undecided) requestedContent.current = null;
    else if (
      query.isSuccess &&
      content !== '' &&
      requestedContent.current !== content &&
      !ordered
    ) {
      requestedContent.current = content;
      mutate(cart.version);
    }
  }, [covers, undecided, query.isSuccess, content, ordered, cart.version, mutate]);

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
