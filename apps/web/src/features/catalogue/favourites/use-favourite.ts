import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FavouriteKind, favouritesSchema, type Id } from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { favourites } from '../catalogue.live';
import { favouritesText } from '../texts';
import { favouritesQueryOptions } from './favourites';

interface FavouriteChange {
  readonly kind: FavouriteKind;
  readonly id: Id;
  readonly on: boolean;
}

const mutationKey = ['favourites', 'toggle'] as const;

/** `PUT` or `DELETE /favourites/products/:id` and `/favourites/farms/:id`, serialized by the mutation's scope. */
function useSetFavourite() {
  const client = useQueryClient();
  const toast = useToast();
  const { queryKey } = favouritesQueryOptions();
  return useMutation({
    mutationKey,
    scope: { id: 'favourites' },
    mutationFn: ({ kind, id, on }: FavouriteChange) =>
      request(favouritesSchema, `/favourites/${kind}/${id}`, { method: on ? 'PUT' : 'DELETE' }),
    onSuccess: (response) => liveStore(client).put([favourites.of(response)]),
    onError: (error) => {
      toast({
        tone: 'error',
        title: favouritesText.failed,
        description: errorMessage(error),
      });
      return client.invalidateQueries({ queryKey, exact: true });
    },
  });
}

/**
 * Whether something is a favourite, and its setter; `on` is undefined while loading. Optimistic: pending mutations
 * override the query data, so that a live update of another favourite does not revert them, and errors need no rollback.
 */
export function useFavourite(kind: FavouriteKind, id: Id) {
  const { data } = useQuery({
    ...favouritesQueryOptions(),
    select: (all) => all[kind].includes(id),
  });
  const pendingChanges = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as FavouriteChange,
  });
  const pendingChange = pendingChanges.findLast((one) => one.kind === kind && one.id === id);
  const { mutate } = useSetFavourite();
  return {
    on: data === undefined ? undefined : (pendingChange?.on ?? data),
    set: (on: boolean) => mutate({ kind, id, on }),
  };
}
