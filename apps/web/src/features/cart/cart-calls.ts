import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AcknowledgeCart,
  type CartDto,
  cartDtoSchema,
  type MergeCart,
  mergedCartSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { cartQueryOptions, newerCart } from './cart';

/** `POST /cart/merge`: adds items to the cart; quantities add up, limited by stock. */
export function useMergeCart() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: (items: MergeCart['items']) =>
      request(mergedCartSchema, '/cart/merge', { method: 'POST', body: { items } }),
    onSuccess: async ({ merged: _, ...cart }) => {
      const { queryKey } = cartQueryOptions();
      // a fetch from before the merge may still be in flight
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, cart);
    },
  });
}

/** `DELETE /cart`: empties the cart. */
export function useClearCart() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: () => request(cartDtoSchema, '/cart', { method: 'DELETE' }),
    onSuccess: (cart) => client.setQueryData(cartQueryOptions().queryKey, cart),
  });
}

/** `POST /cart/acknowledge`: the customer accepts the changes of lines. */
export function useAcknowledgeCart() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: (items: AcknowledgeCart['items']) =>
      request(cartDtoSchema, '/cart/acknowledge', { method: 'POST', body: { items } }),
    onSuccess: (cart) =>
      client.setQueryData(cartQueryOptions().queryKey, (now: CartDto | undefined) =>
        newerCart(now, cart),
      ),
  });
}
