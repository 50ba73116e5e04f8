import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CartDto, CartItem } from '#libs/contracts';
import { request } from '../../lib/api';
import { cartQueryOptions, cartSchema } from './cart';
import { withLine } from './cart-math';

/** `PUT /cart/items/:productId`: sets the quantity of one product; 0 removes the line. */
function setCartItem(productId: string, quantity: number): Promise<CartDto> {
  return request(cartSchema, `/cart/items/${productId}`, { method: 'PUT', body: { quantity } });
}

/** The server's response, unless a newer cart has arrived live. */
export function newerCart(now: CartDto | undefined, next: CartDto): CartDto {
  return now !== undefined && now.version > next.version ? now : next;
}

/** Changes a line optimistically; requests to the server run one after the other. */
export function useSetCartItem() {
  const client = useQueryClient();
  const { queryKey } = cartQueryOptions();
  const mutation = useMutation({
    scope: { id: 'cart' },
    mutationFn: ({ productId, quantity }: CartItem) => setCartItem(productId, quantity),
    onSuccess: (cart) => {
      // while further changes are queued, the screen is ahead of this response
      if (client.isMutating({ mutationKey: ['cart', 'set'] }) > 1) return;
      client.setQueryData(queryKey, (now: CartDto | undefined) => newerCart(now, cart));
    },
    onError: () => client.invalidateQueries({ queryKey }),
    mutationKey: ['cart', 'set'],
  });
  return (line: CartItem) => {
    client.setQueryData(queryKey, (now: CartDto | undefined) => now && withLine(now, line));
    return mutation.mutateAsync(line);
  };
}
