import { queryOptions } from '@tanstack/react-query';
import { type CartDto, cartDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /cart`: the customer's basket on the server, kept in step live over tabs and devices. */
export function cartQueryOptions() {
  return queryOptions({
    queryKey: ['cart'] as const,
    queryFn: ({ signal }): Promise<CartDto> => request(cartDtoSchema, '/cart', { signal }),
  });
}
