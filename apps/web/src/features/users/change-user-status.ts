import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UserDto, type UserStatus, userDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api';
import { liveStore } from '../../realtime/live-store';
import { users } from './users.live';

export interface UserStatusStep {
  readonly user: UserDto;
  readonly status: UserStatus;
  readonly reason: string;
}

/** `PATCH /users/:id/status`. */
export function changeUserStatus({ user, status, reason }: UserStatusStep): Promise<UserDto> {
  return request(userDtoSchema, `/users/${user._id}/status`, {
    method: 'PATCH',
    body: { status, reason },
  });
}

/** Changes a user's status and puts the answer in its place in every list, without reading them again. */
export function useChangeUserStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeUserStatus,
    onSuccess: (answer) => liveStore(client).put([users.of(answer)]),
  });
}
