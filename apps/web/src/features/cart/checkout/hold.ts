import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import {
  type CurrentHold,
  currentHoldSchema,
  type HoldDto,
  holdDtoSchema,
  type StartCheckout,
} from '#libs/contracts';
import { errorCode, request } from '../../../lib/api/api';
import { serverNow } from '../../../lib/api/server-clock';
import { logError } from '../../../lib/browser/page';
import { cartQueryOptions } from '../cart';

/** The last release, which may be in flight: a checkout that is reopened at once must not find the released hold. */
let pendingRelease: Promise<unknown> = Promise.resolve();

/** `GET /checkout/holds/current`; refetched at every visit, because its remaining seconds change. */
export function holdQueryOptions() {
  return queryOptions({
    queryKey: ['hold'] as const,
    queryFn: async ({ signal }): Promise<CurrentHold> => {
      await pendingRelease;
      return request(currentHoldSchema, '/checkout/holds/current', { signal });
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    structuralSharing: (known, next) =>
      withClosedHold(known as CurrentHold | undefined, next as CurrentHold),
  });
}

/** The server returns no closed hold; the known one stays in the data, because the screen shows how it ended. */
function withClosedHold(known: CurrentHold | undefined, next: CurrentHold): CurrentHold {
  const hold = known?.hold;
  if (next.hold !== null || !hold) return next;
  if (hold.status !== 'open') return { hold };
  const isOver = Date.parse(hold.expiresAt) <= serverNow();
  return { hold: { ...hold, status: isOver ? 'expired' : 'released', secondsLeft: 0 } };
}

/** `POST /checkout/holds`: holds the stock for the cart, and places; `version` is that of the shown cart. */
function start(body: StartCheckout): Promise<HoldDto> {
  return request(holdDtoSchema, '/checkout/holds', {
    method: 'POST',
    body,
    headers: { 'Idempotency-Key': nanoid() },
  });
}

/** `DELETE /checkout/holds/:id`: releases the stock at once. */
export function releaseHold(id: string): void {
  pendingRelease = request(holdDtoSchema, `/checkout/holds/${id}`, { method: 'DELETE' }).catch(
    (error: unknown) => logError('The hold could not be released; it will expire', error),
  );
}

/** Starts a hold for the cart; the server replaces an earlier one. */
export function useStartHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: StartCheckout) => {
      try {
        return await start(body);
      } catch (error) {
        if (errorCode(error) !== 'VERSION_CONFLICT') throw error;
        // another tab changed the cart: this response shows it
        const cart = await client.fetchQuery({ ...cartQueryOptions(), staleTime: 0 });
        return start({ ...body, version: cart.version });
      }
    },
    onSuccess: (hold) => client.setQueryData(holdQueryOptions().queryKey, { hold }),
    // the cart's lines and the farms' days show the reason
    onError: () => {
      for (const queryKey of [cartQueryOptions().queryKey, ['calendars']])
        void client.invalidateQueries({ queryKey });
    },
  });
}
