import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type OwnFarmDto,
  ownFarmDtoSchema,
  type StartHoliday,
  type UpdateFarm,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { putOwnFarm } from './farms.live';
import { ownFarmText } from './own-farm-texts';

/** `GET /farms/mine`: the farmer's own farm in any state. */
export function ownFarmQueryOptions() {
  return queryOptions({
    queryKey: ['own-farm'] as const,
    meta: { kept: ownFarmDtoSchema },
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

export type FarmState = keyof typeof ownFarmText.states;

/** The state of a farm's application; a pending farm that has not applied is a draft. */
export function stateOf({ status, appliedAt }: OwnFarmDto): FarmState {
  return status === 'pending' && appliedAt === null ? 'draft' : status;
}

type MissingField = keyof typeof ownFarmText.missing;

/** The required fields that the farm lacks; the server validates the same. */
export function missingFields(farm: OwnFarmDto): MissingField[] {
  const { name, city, state, fulfilment, pickupPlace } = farm;
  const isPresent: Record<MissingField, boolean> = {
    name: name !== '',
    city: city !== '',
    state: state !== '',
    fulfilment: fulfilment.length > 0,
    pickupPlace: Boolean(pickupPlace) || !fulfilment.includes('pickup'),
  };
  return (Object.keys(isPresent) as MissingField[]).filter((field) => !isPresent[field]);
}
