import { MapPin, Phone } from 'lucide-react';
import { addressLine, type DeliveryAddress, formatPhone, phoneHref } from '#libs/contracts';
import { cx } from '../lib/cx';
import { Icon } from './icon';
import { stopText as text } from './stop-texts';

const linkClass =
  'inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-4 print:min-h-0 print:no-underline';

/** Where a stop of a round is, with links that call and that show the map. */
export function StopAddress({
  address,
  name,
  isStruck = false,
}: {
  address: DeliveryAddress;
  /** Who receives the order. */
  name: string;
  isStruck?: boolean;
}) {
  const { line1, line2, city, state, postalCode, phone } = address;
  return (
    <>
      <address className={cx('not-italic', isStruck && 'line-through')}>
        {line1}
        {line2 && `, ${line2}`}
        <br />
        <bdi>{city}</bdi>, {state} {postalCode}
      </address>
      <p className="flex flex-wrap gap-x-5">
        {phone && (
          <a href={phoneHref(phone)} className={linkClass}>
            <Icon of={Phone} size={18} />
            <span className="sr-only">{text.call}: </span>
            {formatPhone(phone)}
          </a>
        )}
        <a
          href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(addressLine(address))}`}
          target="_blank"
          rel="noreferrer"
          aria-label={text.mapOf(name)}
          className={cx(linkClass, 'print:hidden')}
        >
          <Icon of={MapPin} size={18} />
          {text.map}
        </a>
      </p>
    </>
  );
}
