import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type OwnFarmDto, ownFarmDtoSchema, type UpdateFarm } from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys } from '../../realtime/cache';

/** `GET /farms/mine`: the farmer's own farm, whatever its state. */
export function ownFarmQueryOptions() {
  return queryOptions({
    queryKey: cacheKeys.ownFarm,
    queryFn: ({ signal }) => request(ownFarmDtoSchema, '/farms/mine', { signal }),
  });
}

/** The answer, unless an event has told of something newer already. */
export function keepNewest(client: QueryClient, answer: OwnFarmDto): void {
  client.setQueryData(cacheKeys.ownFarm, (known: OwnFarmDto | undefined) =>
    known !== undefined && known.version > answer.version ? known : answer,
  );
}

/** `PATCH /farms/mine`. */
export function useUpdateFarm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateFarm) =>
      request(ownFarmDtoSchema, '/farms/mine', { method: 'PATCH', body }),
    onSuccess: (farm) => keepNewest(client, farm),
    onError: () => client.invalidateQueries({ queryKey: cacheKeys.ownFarm }),
  });
}

/** `POST /farms/mine/application`: asks the admins to let the farm sell. */
export function useApply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(ownFarmDtoSchema, '/farms/mine/application', { method: 'POST' }),
    onSuccess: (farm) => keepNewest(client, farm),
  });
}
