import { Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/browser/timers';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { operator } from './operator-texts';
import { contactText } from './texts';

function InfoCard({
  icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="rounded-lg border border-rule bg-paper p-5">
      <span className="grid size-11 place-items-center rounded-full bg-leaf-tint text-leaf-ink">
        <Icon of={icon} />
      </span>
      <h2 className="mt-3 mb-1 text-xl">{title}</h2>
      {children}
    </li>
  );
}

const link =
  'inline-flex min-h-9 items-center font-semibold break-all text-leaf-ink underline underline-offset-4';

/** E-mail, phone, address and business hours, and whether it is open now. */
export function ContactCards() {
  const open = isOpen(useNow());
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <InfoCard icon={Mail} title={contactText.email}>
        <a className={link} href={`mailto:${operator.email}`}>
          {operator.email}
        </a>
      </InfoCard>
      <InfoCard icon={Phone} title={contactText.phone}>
        <a className={link} href={operator.phoneHref}>
          {operator.phone}
        </a>
      </InfoCard>
      <InfoCard icon={MapPin} title={contactText.address}>
        <address className="not-italic">
          {operator.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </InfoCard>
      <InfoCard icon={Clock} title={contactText.hours}>
        <dl>
          {operator.hours.map(({ label, text }) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-3">
              <dt>{label}</dt>
              <dd className="tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2">
          <Badge tone={open ? 'leaf' : 'plain'}>
            {open ? contactText.openNow : contactText.closedNow}
          </Badge>
        </p>
      </InfoCard>
    </ul>
  );
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Whether it is within the operator's business hours, in the operator's time zone. */
function isOpen(now: number): boolean {
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
