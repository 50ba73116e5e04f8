import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type CartDto,
  type CartItem,
  fromThousandths,
  type ProductDto,
  toThousandths,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { newLine, withLine } from './cart-math';

const cartSchema = async () => (await import('../../lib/api/schemas')).cartDtoSchema;

/** `GET /cart`: the customer's cart on the server, live across tabs and devices. */
export function cartQueryOptions() {
  return queryOptions({
    queryKey: ['cart'] as const,
    meta: { kept: cartSchema },
    queryFn: ({ signal }): Promise<CartDto> => request(cartSchema, '/cart', { signal }),
  });
}

/** `PUT /cart/items/:productId`: sets the quantity of one product; 0 removes the line. */
function putCartItem({ productId, quantity }: CartItem): Promise<CartDto> {
  return request(cartSchema, `/cart/items/${productId}`, { method: 'PUT', body: { quantity } });
}

/** The server's response, unless a newer cart has arrived live. */
export function newerCart(now: CartDto | undefined, next: CartDto): CartDto {
  return now !== undefined && now.version > next.version ? now : next;
}

/** Changes a line optimistically; requests to the server run one after the other. */
export function setCartItem(client: QueryClient, line: CartItem): Promise<CartDto> {
  const { queryKey } = cartQueryOptions();
  client.setQueryData(queryKey, (now: CartDto | undefined) => now && withLine(now, line));
  const mutation = client.getMutationCache().build<CartDto, Error, CartItem, unknown>(client, {
    scope: { id: 'cart' },
    mutationKey: ['cart', 'set'],
    mutationFn: putCartItem,
    onSuccess: (cart) => {
      // while further changes are queued, the screen is ahead of this response
      if (client.isMutating({ mutationKey: ['cart', 'set'] }) > 1) return;
      client.setQueryData(queryKey, (now: CartDto | undefined) => newerCart(now, cart));
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
  return mutation.execute(line);
}

/** Adds a quantity of a product to what the cart has of it. */
export async function addToCart(client: QueryClient, product: ProductDto, quantity: number) {
  const cart = await client.ensureQueryData(cartQueryOptions());
  const had = cart.items.find((item) => item.productId === product._id)?.quantity ?? 0;
  await setCartItem(client, newLine(product, fromThousandths(toThousandths(had + quantity))));
}
