import type { ContactMessageDto, ContactMessagesQuery } from '#libs/contracts';
import { entity, newest, type Put } from '../../realtime/entity';
import { liveList, matchesFields } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

const messages = entity<{ message: ContactMessageDto }>('contact-messages', { message: newest });

export const putMessage = (message: ContactMessageDto): Put =>
  messages.put(message._id, { message });

liveList({
  key: ['contact-messages', 'list'],
  rows: 'messages',
  entity: messages,
  current: (message: ContactMessageDto, known) => newest(message, known?.message),
  learn: (message) => ({ message }),
  whole: ({ message }) => message,
  matches: (filter: Partial<ContactMessagesQuery>) =>
    matchesFields<ContactMessageDto>(filter, ['status']),
  compare: newestFirst,
});
