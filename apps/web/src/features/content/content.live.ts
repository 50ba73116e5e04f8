import type { ContactMessageDto, ContactMessagesQuery } from '#libs/contracts';
import { byId, newest, simpleEntity } from '../../realtime/entity';
import { liveList, matchesFields, simpleRows } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

export const messages = simpleEntity<ContactMessageDto>('contact-messages', byId, newest);

liveList({
  key: ['contact-messages', 'list'],
  rows: 'messages',
  ...simpleRows(messages),
  matches: (filter: Partial<ContactMessagesQuery>) =>
    matchesFields<ContactMessageDto>(filter, ['status']),
  compare: newestFirst,
});
