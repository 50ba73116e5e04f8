/** Contact data of the operator, to be changed here. */
export const operator = {
  email: 'hello@farmgate.example',
  phone: '+1 (413) 555-0138',
  phoneHref: 'tel:+14135550138',
  address: ['Farmgate Market Hall', '12 Depot Street', 'Northampton, MA 01060'],
  mapHref: 'https://www.openstreetmap.org/?mlat=42.3188&mlon=-72.6296#map=17/42.3188/-72.6296',
  timeZone: 'America/New_York',
  /** Business hours (docs/product.md, Constants): days of the week (0 is Sunday) and hours in 24-hour local time. */
  hours: [
    { days: [1, 2, 3, 4, 5], label: 'Mon–Fri', from: 9, to: 18, text: '9:00 AM – 6:00 PM' },
    { days: [6], label: 'Sat', from: 10, to: 16, text: '10:00 AM – 4:00 PM' },
  ],
} as const;

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
