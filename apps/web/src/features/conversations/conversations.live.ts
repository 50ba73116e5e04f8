import type { Message, MessageReport } from '#libs/contracts';
import { byId, newest, type Put, simpleEntity } from '../../realtime/entity';
import { liveList, simpleRows } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

/** A report does not change the message, so its version does not say which of two copies knows of it. */
const merged = (known: Message, incoming: Message): Message => {
  if (incoming.version !== known.version) return newest(known, incoming);
  return incoming.reported && !known.reported ? incoming : known;
};

export const messages = simpleEntity<Message>('messages', byId, merged);
export const messageReports = simpleEntity<MessageReport>('message-reports', byId, newest);

/** The report, and its message as the side that made it sees it: not what was removed. */
export const putsOfReport = (report: MessageReport): Put[] => [
  messageReports.of(report),
  ...(report.status === 'removed' ? [] : [messages.of(report.message)]),
];

liveList({
  key: ['messages'],
  rows: 'messages',
  entity: messages,
  current: (row: Message, known: Message | undefined) => (known ? merged(row, known) : row),
  facetsOf: (row: Message) => row,
  toRow: (known: Message) => known,
  matches:
    ({ part }: { part: string }) =>
    ({ partId }) =>
      partId === part,
  compare: (a: Message, b: Message) => b.number - a.number,
});

liveList({
  key: ['message-reports', 'list'],
  rows: 'reports',
  ...simpleRows(messageReports),
  matches:
    (filter: { status: 'open' | 'decided' }) =>
    ({ status }) =>
      (status === 'open') === (filter.status === 'open'),
  compare: newestFirst,
});
