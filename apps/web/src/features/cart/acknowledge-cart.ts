import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AcknowledgeCart, type CartDto, cartDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';
import { cartQueryOptions } from './cart';
import { newerCart } from './set-cart-item';

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
