import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type DecideFarm,
  type FarmApplicationsPage,
  type FarmStatus,
  farmApplicationsPageSchema,
  type OwnFarmDto,
  ownFarmDtoSchema,
} from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { putOwnFarm } from '../farms.live';

/** `GET /farm-applications`: farms that have applied, newest first; admins only. */
export function applicationsQueryOptions(status: FarmStatus) {
  return infiniteQueryOptions({
    queryKey: ['applications', 'list', { status }] as const,
    queryFn: ({ pageParam, signal }): Promise<FarmApplicationsPage> =>
      request(farmApplicationsPageSchema, '/farm-applications', {
        query: { status, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FarmApplicationsPage) => page.nextCursor ?? undefined,
  });
}

/** `PATCH /farms/:id/decision`. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ farm, ...decision }: { farm: OwnFarmDto } & Omit<DecideFarm, 'version'>) =>
      request(ownFarmDtoSchema, `/farms/${farm._id}/decision`, {
        method: 'PATCH',
        body: { ...decision, version: farm.version },
      }),
    onSuccess: (farm) => liveStore(client).put([putOwnFarm(farm)]),
    onError: () => client.invalidateQueries({ queryKey: ['applications'] }),
  });
}
