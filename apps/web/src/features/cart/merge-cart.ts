import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MergeCart, mergedCartSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';
import { cartQueryOptions } from './cart';

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
