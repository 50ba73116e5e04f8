import { operator } from './operator-texts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Whether it is within the operator's business hours, in the operator's time zone. */
export function isOpen(now: number): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: operator.timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(new Date(now));
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = weekdays.indexOf(read('weekday'));
  const hour = Number(read('hour'));
  return operator.hours.some(
    ({ days, from, to }) => days.some((one) => one === day) && hour >= from && hour < to,
  );
}
