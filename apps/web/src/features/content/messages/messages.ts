import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ContactMessageDto,
  type ContactMessagesPage,
  type ContactStatus,
  contactMessageSchema,
  contactMessagesPageSchema,
} from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { messages } from '../content.live';

/** `GET /contact-messages`, newest first; admins only. */
export function messagesQueryOptions(filter: { status?: ContactStatus }) {
  return infiniteQueryOptions({
    queryKey: ['contact-messages', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<ContactMessagesPage> =>
      request(contactMessagesPageSchema, '/contact-messages', {
        query: { ...filter, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ContactMessagesPage) => page.nextCursor ?? undefined,
  });
}

/** `PATCH /contact-messages/:id`. */
export function useChangeMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, status }: { message: ContactMessageDto; status: ContactStatus }) =>
      request(contactMessageSchema, `/contact-messages/${message._id}`, {
        method: 'PATCH',
        body: { status, version: message.version },
      }),
    onSuccess: (message) => liveStore(client).put([messages.of(message)]),
    onError: () => client.invalidateQueries({ queryKey: ['contact-messages'] }),
  });
}
