import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cartDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';
import { cartQueryOptions } from './cart';

/** `DELETE /cart`: empties the cart. */
export function useClearCart() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: () => request(cartDtoSchema, '/cart', { method: 'DELETE' }),
    onSuccess: (cart) => client.setQueryData(cartQueryOptions().queryKey, cart),
  });
}
