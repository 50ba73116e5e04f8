import { queryOptions } from '@tanstack/react-query';
import type { CartDto } from '#libs/contracts';
import { request } from '../../lib/api';

export const cartSchema = async () => (await import('../../lib/member-schemas')).cartDtoSchema;

/** `GET /cart`: the customer's cart on the server, live across tabs and devices. */
export function cartQueryOptions() {
  return queryOptions({
    queryKey: ['cart'] as const,
    queryFn: ({ signal }): Promise<CartDto> => request(cartSchema, '/cart', { signal }),
  });
}

/** The key of `GET /farms?ids=` with the farms of the cart; not that of a list, which a farm that opens makes incomplete. */
export const cartFarmsKey = ['cart-farms'] as const;
