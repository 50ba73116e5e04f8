import { MapPin, Palmtree } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FarmDto } from '#libs/contracts';
import { useSettings } from '../../lib/api/public-data';
import { formatDate } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { Certificates, Pickup } from './farm-facts';
import { FarmPicture } from './farm-picture';
import { FarmRating } from './farm-rating';
import { farmsText } from './texts';

/** The top of a farm's storefront: picture, story, practices and fulfilment. */
export function FarmHead({
  farm,
  favouriteButton,
  days,
}: {
  farm: FarmDto;
  favouriteButton?: ReactNode;
  /** The next days of pickup and delivery. */
  days?: ReactNode;
}) {
  const takesCards = Boolean(useSettings()?.cards);
  return (
    <>
      <FarmPicture
        farm={farm}
        sizes="(min-width: 80rem) 75rem, 100vw"
        showAlt
        eager
        className="aspect-[2/1] rounded-xl lg:aspect-[3/1]"
      />
      <header className="mt-6 mb-8">
        <p className="eyebrow flex items-center gap-1.5">
          <Icon of={MapPin} size={16} />
          {farmsText.place(farm.city, farm.state)}
        </p>
        <div className="mt-2 flex items-start justify-between gap-4">
          <h1 className="text-4xl sm:text-6xl">{farm.name}</h1>
          {favouriteButton}
        </div>
        <p className="mt-2 text-xl text-ink-soft">{farm.tagline}</p>
        <FarmRating farm={farm} />
      </header>
      {farm.holiday !== null && (
        <p className="mb-8 flex items-start gap-3 rounded-lg bg-butter-tint p-5 text-lg text-butter-ink">
          <Icon of={Palmtree} className="mt-1 shrink-0" />
          <span>
            <span className="font-semibold">
              {farmsText.backOn(formatDate(farm.holiday.until))}
            </span>
            {farm.holiday.message !== null && <span className="block">{farm.holiday.message}</span>}
          </span>
        </p>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[1.5fr_1fr]">
        <section aria-labelledby="story">
          <h2 id="story" className="text-2xl">
            {farmsText.story}
          </h2>
          <div className="drawn-rule mt-2 mb-3" aria-hidden="true" />
          <p className="max-w-prose text-lg whitespace-pre-line">{farm.story}</p>
        </section>
        <Card className="grid gap-5">
          {farm.practices.length > 0 && (
            <div>
              <h2 className="mb-2 text-xl">{farmsText.practices}</h2>
              <ul className="flex flex-wrap gap-2">
                {farm.practices.map((practice) => (
                  <li key={practice}>
                    <Badge tone="leaf" wraps>
                      {practice}
                    </Badge>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {farm.certificates.length > 0 && <Certificates farm={farm} />}
          {farm.certificates.length === 0 && farm.certification !== null && (
            <div>
              <h2 className="mb-2 text-xl">{farmsText.certification}</h2>
              <span className="stamp text-leaf-ink">{farm.certification}</span>
            </div>
          )}
          <div>
            <h2 className="mb-2 text-xl">{farmsText.fulfilment}</h2>
            <ul className="grid gap-1">
              {farm.fulfilment.includes('delivery') && <li>{farmsText.delivery}</li>}
              {farm.fulfilment.includes('pickup') && (
                <li>
                  {farm.pickupPlace === null
                    ? farmsText.pickupOnly
                    : farmsText.pickupAt(farm.pickupPlace)}
                </li>
              )}
              {farm.cardsOnly && takesCards && <li>{farmsText.cardsOnly}</li>}
            </ul>
            {days !== undefined && farm.holiday === null && (
              // most of its height before it is loaded
              <div className="mt-3 min-h-24">{days}</div>
            )}
            {farm.fulfilment.includes('pickup') && <Pickup farm={farm} />}
          </div>
        </Card>
      </div>
    </>
  );
}
