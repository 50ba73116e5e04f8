import type { Credit, CreditEntry, EventPayload } from '#libs/contracts';
import {
  byId,
  newest,
  type Put,
  SINGLETON_ID,
  simpleEntity,
  singletonId,
} from '../../realtime/entity';
import { liveList, liveValue } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

const credits = simpleEntity<Credit>('credits', singletonId, newest);
const entries = simpleEntity<CreditEntry>(
  'credit-entries',
  byId,
  (known) => known, // an entry never changes
);

export const putCredit = ({ credit, entries: added }: EventPayload<'credit.changed'>): Put[] => [
  credits.of(credit),
  ...added.map((entry) => entries.of(entry)),
];

liveValue<Credit>({
  key: ['credit', 'balance'],
  reads: [credits],
  current: (credit, view) => newest(credit, view.get(credits, SINGLETON_ID)),
});

liveList({
  key: ['credit', 'entries'],
  rows: 'entries',
  entity: entries,
  current: (entry: CreditEntry) => entry,
  toRow: (entry) => entry,
  compare: newestFirst,
});
