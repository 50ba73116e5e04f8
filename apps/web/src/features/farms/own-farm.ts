import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownFarmDtoSchema, type UpdateFarm } from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { putOwnFarm } from './farms.live';

/** `GET /farms/mine`: the farmer's own farm in any state. */
export function ownFarmQueryOptions() {
  return queryOptions({
    queryKey: ['own-farm'] as const,
    queryFn: ({ signal }) => request(ownFarmDtoSchema, '/farms/mine', { signal }),
  });
}

/** `PATCH /farms/mine`. */
export function useUpdateFarm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateFarm) =>
      request(ownFarmDtoSchema, '/farms/mine', { method: 'PATCH', body }),
    onSuccess: (farm) => liveStore(client).put([putOwnFarm(farm)]),
    onError: () => client.invalidateQueries({ queryKey: ownFarmQueryOptions().queryKey }),
  });
}

/** `POST /farms/mine/application`: applies for the market. */
export function useApply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(ownFarmDtoSchema, '/farms/mine/application', { method: 'POST' }),
    onSuccess: (farm) => liveStore(client).put([putOwnFarm(farm)]),
  });
}
