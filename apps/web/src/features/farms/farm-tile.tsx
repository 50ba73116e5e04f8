import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { FarmDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatDate } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { FarmPicture } from './farm-picture';
import { FarmRating } from './farm-rating';
import { farmsText } from './texts';

/** The maximum width of a tile in the columns of the grid. */
const TILE_SIZES = '(min-width: 64rem) 25rem, (min-width: 40rem) 50vw, 100vw';

/** One farm in a grid of farms. */
export function FarmTile({
  farm,
  favouriteButton,
}: {
  farm: FarmDto;
  favouriteButton?: ReactNode;
}) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-rule bg-paper transition-shadow hover:shadow-lift">
      <FarmPicture farm={farm} sizes={TILE_SIZES} />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h3 className="text-2xl">
          <Link to={paths.farm(farm.slug)} className="after:absolute after:inset-0">
            {farm.name}
          </Link>
        </h3>
        <p className="text-ink-soft">{farm.tagline}</p>
        {favouriteButton !== undefined && (
          <div className="absolute top-2 right-2 z-10">{favouriteButton}</div>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-2">
          <span className="mr-1 inline-flex items-center gap-1 text-sm">
            <Icon of={MapPin} size={16} className="text-leaf-ink" />
            {farmsText.place(farm.city, farm.state)}
          </span>
          <FarmRating farm={farm} link={false} />
          {farm.holiday !== null && (
            <Badge tone="tomato">{farmsText.holidayUntil(formatDate(farm.holiday.until))}</Badge>
          )}
          {farm.fulfilment.includes('delivery') && <Badge tone="leaf">{farmsText.delivers}</Badge>}
          {farm.fulfilment.includes('pickup') && <Badge tone="butter">{farmsText.pickup}</Badge>}
        </div>
      </div>
    </article>
  );
}

export function FarmGrid({
  farms,
  favouriteButton,
}: {
  farms: readonly FarmDto[];
  favouriteButton?: (farm: FarmDto) => ReactNode;
}) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {farms.map((farm) => (
        <li key={farm._id}>
          <FarmTile farm={farm} favouriteButton={favouriteButton?.(farm)} />
        </li>
      ))}
    </ul>
  );
}
