import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AddSchedule,
  type AllSlotsPage,
  type AllSlotsQuery,
  allSlotsPageSchema,
  type CloseSlot,
  type Id,
  type OwnSlotDto,
  ownSchedulesSchema,
  ownSlotDtoSchema,
  ownSlotsSchema,
  PAGE_SIZE,
  type RemoveSchedule,
  type ScheduleDto,
  scheduleDtoSchema,
  type UpdateSchedule,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { ownSlots, schedules } from './fulfilment.live';

/** `GET /schedules/mine`: the farm's schedules, oldest first. */
export function schedulesQueryOptions() {
  return queryOptions({
    queryKey: ['schedules', 'mine'] as const,
    meta: { kept: ownSchedulesSchema },
    queryFn: ({ signal }) => request(ownSchedulesSchema, '/schedules/mine', { signal }),
  });
}

/** `GET /slots/mine`: the farm's slots that are not over, soonest first. */
export function ownSlotsQueryOptions() {
  return queryOptions({
    queryKey: ['slots', 'mine'] as const,
    meta: { kept: ownSlotsSchema },
    queryFn: ({ signal }) => request(ownSlotsSchema, '/slots/mine', { signal }),
  });
}

/** `GET /slots`: the slots of all farms or of one from today on, soonest first; admins only. */
export function allSlotsQueryOptions(filter: Pick<AllSlotsQuery, 'farm'>) {
  return infiniteQueryOptions({
    queryKey: ['slots', 'all', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<AllSlotsPage> =>
      request(allSlotsPageSchema, '/slots', {
        query: { ...filter, limit: PAGE_SIZE.max, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AllSlotsPage) => page.nextCursor ?? undefined,
  });
}

/** `POST /schedules`, or `PUT /schedules/:id`. The slots follow by events of their own. */
export function useSaveSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { add: AddSchedule } | { id: Id; update: UpdateSchedule }) =>
      'add' in change
        ? request(scheduleDtoSchema, '/schedules', { method: 'POST', body: change.add })
        : request(scheduleDtoSchema, `/schedules/${change.id}`, {
            method: 'PUT',
            body: change.update,
          }),
    onSuccess: (schedule) => liveStore(client).put([schedules.of({ schedule, removed: false })]),
    onError: () => client.invalidateQueries({ queryKey: schedulesQueryOptions().queryKey }),
  });
}

/** `POST /schedules/:id/remove`. */
export function useRemoveSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ schedule, fate }: Pick<RemoveSchedule, 'fate'> & { schedule: ScheduleDto }) =>
      request(ownSchedulesSchema, `/schedules/${schedule._id}/remove`, {
        method: 'POST',
        body: { version: schedule.version, fate },
      }),
    onSuccess: (_, { schedule }) => {
      const last = { ...schedule, version: schedule.version + 1 };
      liveStore(client).put([schedules.of({ schedule: last, removed: true })]);
    },
    onError: () => client.invalidateQueries({ queryKey: schedulesQueryOptions().queryKey }),
  });
}

/** `POST /slots/:id/close` or `/slots/:id/reopen`. */
export function useSetSlot() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slot, ...body }: Pick<CloseSlot, 'fate'> & { slot: OwnSlotDto }) =>
      request(
        ownSlotDtoSchema,
        `/slots/${slot._id}/${slot.state === 'closed' ? 'reopen' : 'close'}`,
        { method: 'POST', body: { version: slot.version, ...body } },
      ),
    onSuccess: (slot) => liveStore(client).put([ownSlots.of(slot)]),
    onError: () => client.invalidateQueries({ queryKey: ownSlotsQueryOptions().queryKey }),
  });
}
