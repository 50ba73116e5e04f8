import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type Conversation,
  type ConversationSide,
  conversationsSchema,
  type Id,
  type Role,
} from '#libs/contracts';
import { request } from '../lib/api/api';
import { byId, newest, simpleEntity } from '../realtime/entity';
import { liveList, simpleRows } from '../realtime/live-query';

export const conversations = simpleEntity<Conversation>('conversations', byId, newest);

const newestMessage = (a: Conversation, b: Conversation) =>
  a.lastMessageAt < b.lastMessageAt ? 1 : -1;
const rows = { rows: 'conversations', ...simpleRows(conversations) };

liveList({
  ...rows,
  key: ['conversations', 'order'],
  matches:
    ({ order }: { order: Id }) =>
    ({ orderId }) =>
      orderId === order,
  compare: (a: Conversation, b: Conversation) => (a._id < b._id ? -1 : 1),
});

liveList({
  ...rows,
  key: ['conversations', 'unread'],
  matches:
    ({ side }: { side: ConversationSide }) =>
    ({ unread }) =>
      unread[side] > 0,
  compare: newestMessage,
});

/** `GET /orders/:id/conversations`: those that the reader may see. */
export function orderConversationsQueryOptions(order: Id) {
  return queryOptions({
    queryKey: ['conversations', 'order', { order }] as const,
    queryFn: ({ signal }) =>
      request(conversationsSchema, `/orders/${encodeURIComponent(order)}/conversations`, {
        signal,
      }),
  });
}

/** `GET /conversations/unread`: those with messages that the reader's side has not read. */
export function unreadConversationsQueryOptions(side: ConversationSide) {
  return queryOptions({
    queryKey: ['conversations', 'unread', { side }] as const,
    queryFn: ({ signal }) => request(conversationsSchema, '/conversations/unread', { signal }),
  });
}

/** The side that a person of this role writes for; null for admins. */
export const sideOf = (role: Role): ConversationSide | null =>
  role === 'customer' ? 'customer' : role === 'farmer' ? 'farm' : null;

/** How many messages about each part the reader's side has not read, live; by the part's id. */
export function useUnreadMessages(side: ConversationSide): ReadonlyMap<Id, number> {
  const { data } = useQuery(unreadConversationsQueryOptions(side));
  return new Map(data?.conversations.map(({ _id, unread }) => [_id, unread[side]]));
}
