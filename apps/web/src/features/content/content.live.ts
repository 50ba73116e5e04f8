import type { ContactMessageDto, ContactMessagesQuery } from '#libs/contracts';
import { byId, newest, whole } from '../../realtime/entity';
import { liveList, matchesFields, wholeRows } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

export const messages = whole<ContactMessageDto>('contact-messages', byId, newest);

liveList({
  key: ['contact-messages', 'list'],
  rows: 'messages',
  ...wholeRows(messages),
  matches: (filter: Partial<ContactMessagesQuery>) =>
    matchesFields<ContactMessageDto>(filter, ['status']),
  compare: newestFirst,
});
