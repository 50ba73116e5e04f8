import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UserDto, type UserStatus, userDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { users } from './users.live';

export interface UserStatusChange {
  readonly user: UserDto;
  readonly status: UserStatus;
  readonly reason: string;
}

/** `PATCH /users/:id/status`. */
export function changeUserStatus({ user, status, reason }: UserStatusChange): Promise<UserDto> {
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
