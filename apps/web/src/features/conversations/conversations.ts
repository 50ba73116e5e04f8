import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  conversationSchema,
  type DecideMessageReport,
  type Id,
  type Message,
  type MessageReportsPage,
  type MessagesPage,
  messageReportSchema,
  messageReportsPageSchema,
  messageSchema,
  messagesPageSchema,
  type SendMessage,
} from '#libs/contracts';
import { conversations } from '../../entities/conversations';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { messageReports, messages, putsOfReport } from './conversations.live';

/** The ids of a part. */
export interface PartIds {
  readonly orderId: Id;
  readonly partId: Id;
}

const pathOf = ({ orderId, partId }: PartIds) =>
  `/orders/${encodeURIComponent(orderId)}/parts/${partId}/messages`;

/** `GET /orders/:id/parts/:partId/messages`, newest first. */
export function messagesQueryOptions(ids: PartIds) {
  return infiniteQueryOptions({
    queryKey: ['messages', { order: ids.orderId, part: ids.partId }] as const,
    queryFn: ({ pageParam, signal }): Promise<MessagesPage> =>
      request(messagesPageSchema, pathOf(ids), { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: MessagesPage) => page.nextCursor ?? undefined,
  });
}

/** `POST /orders/:id/parts/:partId/messages`; `key`: a retry of the same message has the same one. */
export function useSendMessage(ids: PartIds) {
  const client = useQueryClient();
  return async (body: SendMessage, key: string): Promise<Message> => {
    const headers = { 'Idempotency-Key': key };
    const message = await request(messageSchema, pathOf(ids), { method: 'POST', headers, body });
    liveStore(client).put([messages.of(message)]);
    return message;
  };
}

/** `PUT /orders/:id/parts/:partId/messages/read`. If it fails, the next message or visit tries again. */
export function useReadMessages(ids: PartIds) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (number: number) =>
      request(conversationSchema, `${pathOf(ids)}/read`, { method: 'PUT', body: { number } }),
    onSuccess: (conversation) => liveStore(client).put([conversations.of(conversation)]),
  });
}

/** `POST /orders/:id/parts/:partId/messages/:messageId/report`. */
export function useReportMessage(ids: PartIds) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, reason }: { message: Message; reason: string }) =>
      request(messageReportSchema, `${pathOf(ids)}/${message._id}/report`, {
        method: 'POST',
        body: { reason },
      }),
    onSuccess: (report) => liveStore(client).put(putsOfReport(report)),
  });
}

export type ReportsStatus = 'open' | 'decided';

/** `GET /message-reports` of the admins, newest message first. */
export function messageReportsQueryOptions(status: ReportsStatus) {
  return infiniteQueryOptions({
    queryKey: ['message-reports', 'list', { status }] as const,
    queryFn: ({ pageParam, signal }): Promise<MessageReportsPage> =>
      request(messageReportsPageSchema, '/message-reports', {
        query: { status, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: MessageReportsPage) => page.nextCursor ?? undefined,
  });
}

/** The number of reports that no admin has decided on; live like the list. */
export function useOpenMessageReports(): number {
  const { data } = useInfiniteQuery(messageReportsQueryOptions('open'));
  return data?.pages[0]?.total ?? 0;
}

/** `PATCH /message-reports/:id`, of the version that was shown. */
export function useDecideReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: DecideMessageReport & { id: Id }) =>
      request(messageReportSchema, `/message-reports/${id}`, { method: 'PATCH', body }),
    onSuccess: (report) => liveStore(client).put([messageReports.of(report)]),
    onError: () => client.invalidateQueries({ queryKey: ['message-reports'] }),
  });
}
