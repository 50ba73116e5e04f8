import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CurrentHold, currentHoldSchema, type HoldDto, holdDtoSchema } from '#libs/contracts';
import { errorCode, request } from '../../../lib/api';
import { logError } from '../../../lib/log';
import { cartQueryOptions } from '../cart';

/** The last goodbye on its way: a checkout that is opened again at once must not find the hold of before. */
let leaving: Promise<unknown> = Promise.resolve();

/** `GET /checkout/holds/current`; asked anew at every visit, because its seconds run. */
export function holdQueryOptions() {
  return queryOptions({
    queryKey: ['hold'] as const,
    queryFn: async ({ signal }): Promise<CurrentHold> => {
      await leaving;
      return request(currentHoldSchema, '/checkout/holds/current', { signal });
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** `POST /checkout/holds`: keeps all that is in the cart, as it was seen. */
function start(version: number): Promise<HoldDto> {
  return request(holdDtoSchema, '/checkout/holds', {
    method: 'POST',
    body: { version },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
}

/** `DELETE /checkout/holds/:id`: gives it up; whoever waits for the goods has them at once. */
export function releaseHold(id: string): void {
  leaving = request(holdDtoSchema, `/checkout/holds/${id}`, { method: 'DELETE' }).catch(
    (error: unknown) => logError('The hold could not be given up; it ends by itself', error),
  );
}

/** Opens a hold for the cart, in place of the one before. */
export function useStartHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (version: number) => {
      try {
        return await start(version);
      } catch (error) {
        if (errorCode(error) !== 'VERSION_CONFLICT') throw error;
        // another tab changed the cart: what it is now is on the screen with this answer
        const cart = await client.fetchQuery({ ...cartQueryOptions(), staleTime: 0 });
        return start(cart.version);
      }
    },
    onSuccess: (hold) => client.setQueryData(holdQueryOptions().queryKey, { hold }),
    // what stands against it shows at the lines of the cart
    onError: () => client.invalidateQueries({ queryKey: cartQueryOptions().queryKey }),
  });
}
