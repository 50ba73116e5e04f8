import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type Role,
  type UserStatus,
  type UsersPage,
  userDtoSchema,
  usersPageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';

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
