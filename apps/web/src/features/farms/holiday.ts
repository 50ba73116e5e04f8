import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ownFarmDtoSchema, type StartHoliday } from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { putOwnFarm } from './farms.live';
import { ownFarmQueryOptions } from './own-farm';

const path = '/farms/mine/holiday';

/** `POST /farms/mine/holiday`: nothing is sold until the given time; the farm then reopens by itself. */
export function useStartHoliday() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StartHoliday) => request(ownFarmDtoSchema, path, { method: 'POST', body }),
    onSuccess: (farm) => liveStore(client).put([putOwnFarm(farm)]),
    onError: () => client.invalidateQueries({ queryKey: ownFarmQueryOptions().queryKey }),
  });
}

/** `DELETE /farms/mine/holiday`: reopens the farm at once. */
export function useEndHoliday() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(ownFarmDtoSchema, path, { method: 'DELETE' }),
    onSuccess: (farm) => liveStore(client).put([putOwnFarm(farm)]),
    onError: () => client.invalidateQueries({ queryKey: ownFarmQueryOptions().queryKey }),
  });
}
