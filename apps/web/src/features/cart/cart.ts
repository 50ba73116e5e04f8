import { queryOptions } from '@tanstack/react-query';
import { type CartDto, cartDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /cart`: the customer's cart on the server, live across tabs and devices. */
export function cartQueryOptions() {
  return queryOptions({
    queryKey: ['cart'] as const,
    queryFn: ({ signal }): Promise<CartDto> => request(cartDtoSchema, '/cart', { signal }),
  });
}
