import { Star } from 'lucide-react';
import type { FarmDto } from '#libs/contracts';
import { formatNumber } from '../../lib/text/format';
import { farmsText } from './texts';

/** The mean rating of the farm, linked to its reviews; renders nothing below three reviews. */
export function FarmRating({ farm, link = true }: { farm: FarmDto; link?: boolean }) {
  if (farm.rating === null || farm.rating.mean === null) return null;
  const stars = formatNumber(Math.round(farm.rating.mean * 10) / 10);
  const content = (
    <>
      <Star size={18} aria-hidden="true" className="fill-butter text-butter-ink" />
      <span aria-hidden="true">
        <span className="font-semibold tabular-nums">{stars}</span>{' '}
        <span className="text-ink-soft">({farm.rating.count})</span>
      </span>
      <span className="sr-only">{farmsText.rating(stars, farm.rating.count)}</span>
    </>
  );
  const className = 'inline-flex min-h-9 items-center gap-1.5';
  if (!link) return <span className={className}>{content}</span>;
  return (
    <p className="mt-2">
      <a href="#reviews" className={`${className} underline-offset-4 hover:underline`}>
        {content}
      </a>
    </p>
  );
}
