import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountSessionsSchema } from '#libs/contracts';
import { errorCode } from '../../../lib/api';
import { callIdentity } from '../../../lib/identity/builtin';

const key = ['own-sessions'] as const;

/** `GET /api/auth/sessions`: where this account is signed in. Looked at again with the window: nothing tells of them live. */
export function sessionsQueryOptions() {
  return queryOptions({
    queryKey: key,
    queryFn: async () => accountSessionsSchema.parse(await callIdentity('/sessions')),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Reads the list again, after something else has ended sessions. */
export function useReadSessionsAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}

/** Ends one session by its id, or all but this one. A session that is over already is as good as ended. */
export function useEndSessions() {
  const readAgain = useReadSessionsAgain();
  return useMutation({
    mutationFn: async (which: { _id: string } | 'others') => {
      try {
        if (which === 'others') await callIdentity('/sessions/end-others', {});
        else await callIdentity('/sessions/end', which);
      } catch (error) {
        if (errorCode(error) !== 'SESSION_NOT_FOUND') throw error;
      }
    },
    onSettled: readAgain,
  });
}
