import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  PUSH_KINDS,
  type PushDeviceRequest,
  type PushDto,
  type PushKind,
  pushDtoSchema,
  type QuietHours,
  type SetQuietHours,
} from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { useSettings } from '../../../lib/api/public-data';
import {
  type BrowserSubscription,
  endPushes,
  subscribe,
  thisDevice,
} from '../../../lib/push/push-device';
import type { SessionUser } from '../../../lib/session/session';
import { deviceName } from '../security/device-name';

/** `GET /push`. Refetched on window focus, because there are no events for it. */
export function pushQueryOptions() {
  return queryOptions({
    queryKey: ['push'] as const,
    queryFn: ({ signal }) => request(pushDtoSchema, '/push', { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The id of this browser's subscription, which the server may not know (any more). */
const deviceQueryOptions = () =>
  queryOptions({ queryKey: ['push-device'] as const, queryFn: thisDevice, staleTime: 0 });

/** This device as the server knows it; null if it gets no pushes, undefined while that is not known. */
export function useThisDevice(): PushDto['devices'][number] | null | undefined {
  const { data } = useQuery(pushQueryOptions());
  const { data: id } = useQuery(deviceQueryOptions());
  if (data === undefined || id === undefined) return undefined;
  return data.devices.find(({ _id }) => _id === id) ?? null;
}

/** The kinds that concern a person: as a customer, and as an owner of the farm that they act for. */
export function kindsOf({ role, ownRole, farmRole }: SessionUser): readonly PushKind[] {
  const roles = [ownRole, farmRole === 'owner' ? role : ownRole];
  const kinds = roles.flatMap((one): readonly PushKind[] =>
    one === 'admin' ? [] : PUSH_KINDS[one],
  );
  return [...new Set(kinds)];
}

function useSetPush() {
  const client = useQueryClient();
  return async (push: PushDto) => {
    client.setQueryData(pushQueryOptions().queryKey, push);
    await client.invalidateQueries(deviceQueryOptions());
  };
}

const put = ({ endpoint, keys }: BrowserSubscription, kinds: readonly PushKind[]) =>
  request(pushDtoSchema, '/push/devices', {
    method: 'PUT',
    body: {
      ...{ endpoint, keys, kinds: [...kinds] },
      name: deviceName(navigator.userAgent),
    } satisfies PushDeviceRequest,
  });

/** Asks for permission, and has these kinds sent here. Resolves to false if it is not permitted. */
export function useTurnOn() {
  const set = useSetPush();
  const publicKey = useSettings()?.push?.publicKey ?? '';
  return useMutation({
    mutationFn: async (kinds: readonly PushKind[]) => {
      const subscription = await subscribe(publicKey);
      if (subscription === null) return false;
      await set(await put(subscription, kinds));
      return true;
    },
  });
}

/** Removes a device; this one ends its subscription too. */
export function useTurnOff() {
  const set = useSetPush();
  return useMutation({
    mutationFn: async ({ id, isThis }: { id: string; isThis: boolean }) => {
      const push = await request(pushDtoSchema, `/push/devices/${id}`, { method: 'DELETE' });
      if (isThis) await endPushes();
      await set(push);
    },
  });
}

/** `PUT /push/quiet-hours`. */
export function useSetQuietHours() {
  const set = useSetPush();
  return useMutation({
    mutationFn: (quiet: QuietHours | null) =>
      request(pushDtoSchema, '/push/quiet-hours', {
        method: 'PUT',
        body: { quiet } satisfies SetQuietHours,
      }),
    onSuccess: set,
  });
}
