import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AuditFilter,
  type AuditPage,
  auditPageSchema,
  type Role,
  type UserDto,
  type UserStatus,
  type UsersPage,
  userDtoSchema,
  usersPageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { users } from './users.live';

export interface UsersFilter {
  q?: string;
  role?: Role;
  status?: UserStatus;
}

/** `GET /users`, newest first; admins only. */
export function usersQueryOptions(filter: UsersFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['users', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<UsersPage> =>
      request(usersPageSchema, '/users', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: UsersPage) => page.nextCursor ?? undefined,
  });
}

/** `GET /users/:id`; admins only. */
export function userQueryOptions(id: string) {
  return queryOptions({
    queryKey: ['users', 'detail', id] as const,
    queryFn: ({ signal }) => request(userDtoSchema, `/users/${encodeURIComponent(id)}`, { signal }),
  });
}

interface UserStatusChange {
  readonly user: UserDto;
  readonly status: UserStatus;
  readonly reason: string;
}

/** `PATCH /users/:id/status`. */
function changeUserStatus({ user, status, reason }: UserStatusChange): Promise<UserDto> {
  return request(userDtoSchema, `/users/${user._id}/status`, {
    method: 'PATCH',
    body: { status, reason, version: user.version },
  });
}

/** Changes a user's status and updates all lists from the response, without refetching them. */
export function useChangeUserStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeUserStatus,
    onSuccess: (user) => liveStore(client).put([users.of(user)]),
  });
}

/** `GET /audit-log`, newest first. */
export function auditQueryOptions(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<AuditPage> =>
      request(auditPageSchema, '/audit-log', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AuditPage) => page.nextCursor ?? undefined,
  });
}
