import { BadgeCheck, ExternalLink } from 'lucide-react';
import type { FarmDto } from '#libs/contracts';
import { formatLongDay } from '../../lib/text/format';
import { Icon } from '../../ui/icon';
import { farmsText } from './texts';

/** The farm's certificates, with issuer, number and validity. */
export function Certificates({ farm }: { farm: FarmDto }) {
  return (
    <div>
      <h2 className="mb-2 text-xl">{farmsText.certificates}</h2>
      <ul className="grid gap-3">
        {farm.certificates.map(({ name, issuer, number, validUntil }) => (
          <li key={`${name} ${issuer} ${number}`} className="flex gap-2.5">
            <Icon of={BadgeCheck} className="mt-0.5 shrink-0 text-leaf-ink" />
            <span>
              <span className="font-semibold">{name}</span>
              <span className="block text-sm text-ink-soft">
                {[
                  issuer,
                  number !== null && farmsText.number(number),
                  validUntil !== null && farmsText.validUntil(formatLongDay(validUntil)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The URL of a map, at the location's coordinates if they are known. */
function mapOf({ pickupDetails, pickupPlace, city, state }: FarmDto): string {
  const at = pickupDetails?.location;
  if (at) {
    const { latitude, longitude } = at;
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  }
  const place = pickupDetails?.address || `${pickupPlace ?? ''}, ${city}, ${state}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
}

/** Address, opening hours and map link for pickup. */
export function Pickup({ farm }: { farm: FarmDto }) {
  const { address = '', opening = '' } = farm.pickupDetails ?? {};
  return (
    <div className="mt-3 grid gap-2">
      {address !== '' && (
        <div>
          <h3 className="font-sans text-base font-semibold tracking-normal">{farmsText.address}</h3>
          <address className="whitespace-pre-line not-italic">{address}</address>
        </div>
      )}
      {opening !== '' && (
        <div>
          <h3 className="font-sans text-base font-semibold tracking-normal">{farmsText.opening}</h3>
          <p className="whitespace-pre-line">{opening}</p>
        </div>
      )}
      <a
        href={mapOf(farm)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf-ink underline underline-offset-4"
      >
        {farmsText.map}
        <Icon of={ExternalLink} size={16} />
        <span className="sr-only">{farmsText.newTab}</span>
      </a>
    </div>
  );
}
