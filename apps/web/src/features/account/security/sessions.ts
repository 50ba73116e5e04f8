import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountSessionsSchema } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { callAccount } from '../../../lib/session/builtin';

const key = ['own-sessions'] as const;

/** `GET /api/auth/sessions`. Refetched on window focus, because there are no events for sessions. */
export function sessionsQueryOptions() {
  return queryOptions({
    queryKey: key,
    queryFn: async () => accountSessionsSchema.parse(await callAccount('/sessions')),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Returns a function that refetches the list, after something else has ended sessions. */
export function useInvalidateSessions(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}

/** Ends one session by its id, or all but this one. A session that has already ended is no error. */
export function useEndSessions() {
  const invalidateSessions = useInvalidateSessions();
  return useMutation({
    mutationFn: async (which: { _id: string } | 'others') => {
      try {
        if (which === 'others') await callAccount('/sessions/end-others', {});
        else await callAccount('/sessions/end', which);
      } catch (error) {
        if (errorCode(error) !== 'SESSION_NOT_FOUND') throw error;
      }
    },
    onSettled: invalidateSessions,
  });
}
