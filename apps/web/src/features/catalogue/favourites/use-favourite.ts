import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FavouriteKind, favouritesSchema, type Id } from '#libs/contracts';
import { request } from '../../../lib/api';
import { liveStore } from '../../../realtime/live-store';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { favourites } from '../catalogue.live';
import { favouritesQueryOptions } from './favourites';
import { favouritesText } from './texts';

interface Wish {
  readonly kind: FavouriteKind;
  readonly id: Id;
  readonly on: boolean;
}

const mutationKey = ['favourites', 'toggle'] as const;

/** `PUT` or `DELETE /favourites/products/:id` and `/favourites/farms/:id`, one after the other. */
function useSetFavourite() {
  const client = useQueryClient();
  const toast = useToast();
  const { queryKey } = favouritesQueryOptions();
  return useMutation({
    mutationKey,
    scope: { id: 'favourites' },
    mutationFn: ({ kind, id, on }: Wish) =>
      request(favouritesSchema, `/favourites/${kind}/${id}`, { method: on ? 'PUT' : 'DELETE' }),
    onSuccess: (answer) => liveStore(client).put([favourites.of(answer)]),
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
 * Whether a customer has marked something, and the way to change that; `on` is undefined while nobody knows.
 * What was asked for and not answered yet lies over what is known: live news of another mark does not take it
 * back for a moment, and a refusal needs no undoing.
 */
export function useFavourite(kind: FavouriteKind, id: Id) {
  const { data } = useQuery({
    ...favouritesQueryOptions(),
    select: (all) => all[kind].includes(id),
  });
  const wishes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Wish,
  });
  const wish = wishes.findLast((one) => one.kind === kind && one.id === id);
  const { mutate } = useSetFavourite();
  return {
    on: data === undefined ? undefined : (wish?.on ?? data),
    set: (on: boolean) => mutate({ kind, id, on }),
  };
}
