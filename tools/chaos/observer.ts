import { rooms } from '#libs/contracts';
import type { Person } from '../market-day/person';
import type { Delivery, Observations } from './deliveries';

/** Records what arrives at a person's page from now on. */
export function observe(person: Person): Observations {
  const { _id, role, farmId } = person.user;
  const received = new Set<string>();
  const sinceGap = new Set<string>();
  const deliveries: Delivery[] = [];
  const gaps: number[] = [];
  person.onEvent = ({ id, name, occurredAt }) => {
    deliveries.push({
      id,
      name,
      occurredAt: Date.parse(occurredAt),
      receivedAt: Date.now(),
      isFirst: !received.has(id),
      isDuplicate: sinceGap.has(id),
    });
    received.add(id);
    sinceGap.add(id);
  };
  // The page fetches its screens now, so what is delivered again is no duplicate.
  person.onGap = () => {
    gaps.push(Date.now());
    sinceGap.clear();
  };
  return {
    name: role,
    rooms: new Set([
      rooms.public(),
      rooms.user(_id),
      ...(farmId ? [rooms.farm(farmId)] : []),
      ...(role === 'admin' ? [rooms.admins()] : []),
    ]),
    deliveries,
    gaps,
    since: Date.now(),
  };
}
