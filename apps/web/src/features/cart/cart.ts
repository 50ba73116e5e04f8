import { queryOptions } from '@tanstack/react-query';
import type { CartDto } from '#libs/contracts';
import { request } from '../../lib/api/api';

export const cartSchema = async () => (await import('../../lib/api/schemas')).cartDtoSchema;

/** `GET /cart`: the customer's cart on the server, live across tabs and devices. */
export function cartQueryOptions() {
  return queryOptions({
    queryKey: ['cart'] as const,
    queryFn: ({ signal }): Promise<CartDto> => request(cartSchema, '/cart', { signal }),
  });
}
