import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FarmRole,
  type Invite,
  invitedDtoSchema,
  openInvitationSchema,
  ownFarmsSchema,
  type TeamDto,
  teamDtoSchema,
  userDtoSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { useSession } from '../../lib/session/session';
import { liveStore } from '../../realtime/live-store';
import { teams } from './team.live';

const PATH = '/farms/mine/team';

/** `GET /farms/mine/team`, for the farm's owners. */
export function teamQueryOptions() {
  return queryOptions({
    queryKey: ['team'] as const,
    queryFn: ({ signal }) => request(teamDtoSchema, PATH, { signal }),
  });
}

/** `GET /team/farms`: the farms that the user works for. Read again whenever the user is. */
export function ownFarmsQueryOptions(userVersion: number) {
  return queryOptions({
    queryKey: ['own-farms', userVersion] as const,
    queryFn: ({ signal }) => request(ownFarmsSchema, '/team/farms', { signal }),
  });
}

/** `POST /invitations/look`: what the holder of a link is asked. */
export function invitationQueryOptions(token: string) {
  return queryOptions({
    queryKey: ['invitation', token] as const,
    queryFn: () =>
      request(openInvitationSchema, '/invitations/look', { method: 'POST', body: { token } }),
    retry: false,
  });
}

/** Changes the team that was shown; after an error it is read again. */
function useTeamChange<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  teamOf: (answer: Answer) => TeamDto,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => liveStore(client).put([teams.of(teamOf(answer))]),
    onError: () => client.invalidateQueries(teamQueryOptions()),
  });
}

/** `POST /farms/mine/team/invitations`. */
export const useInvite = () =>
  useTeamChange(
    (body: Invite) => request(invitedDtoSchema, `${PATH}/invitations`, { method: 'POST', body }),
    ({ team }) => team,
  );

interface OfTeam {
  readonly id: string;
  /** Of the team that was shown. */
  readonly version: number;
}

/** `POST /farms/mine/team/invitations/:id/resend`. */
export const useResend = () =>
  useTeamChange(
    ({ id, version }: OfTeam) =>
      request(invitedDtoSchema, `${PATH}/invitations/${id}/resend`, {
        method: 'POST',
        body: { version },
      }),
    ({ team }) => team,
  );

/** `POST /farms/mine/team/invitations/:id/cancel`. */
export const useCancel = () =>
  useTeamChange(
    ({ id, version }: OfTeam) =>
      request(teamDtoSchema, `${PATH}/invitations/${id}/cancel`, {
        method: 'POST',
        body: { version },
      }),
    (team) => team,
  );

/** `PATCH /farms/mine/team/members/:id`. */
export const useSetRole = () =>
  useTeamChange(
    ({ id, role, version }: OfTeam & { readonly role: FarmRole }) =>
      request(teamDtoSchema, `${PATH}/members/${id}`, { method: 'PATCH', body: { role, version } }),
    (team) => team,
  );

/** `POST /farms/mine/team/members/:id/remove`. */
export const useRemove = () =>
  useTeamChange(
    ({ id, version }: OfTeam) =>
      request(teamDtoSchema, `${PATH}/members/${id}/remove`, { method: 'POST', body: { version } }),
    (team) => team,
  );

/** An act of the user after which they may act as something else: the session is loaded anew. */
function useActing<Input>(send: (input: Input) => Promise<unknown>) {
  const { reload } = useSession();
  return useMutation({
    mutationFn: async (input: Input) => {
      await send(input);
      await reload();
    },
  });
}

/** `POST /invitations/accept`. */
export const useAccept = () =>
  useActing((token: string) =>
    request(userDtoSchema, '/invitations/accept', { method: 'POST', body: { token } }),
  );

/** `PUT /team/acting`: for a farm, or for oneself with null. */
export const useActFor = () =>
  useActing((farmId: string | null) =>
    request(userDtoSchema, '/team/acting', { method: 'PUT', body: { farmId } }),
  );

/** `POST /team/leave`. */
export const useLeave = () =>
  useActing((farmId: string) =>
    request(userDtoSchema, '/team/leave', { method: 'POST', body: { farmId } }),
  );
