import { Star } from 'lucide-react';
import { formatNumber } from '../../lib/text/format';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { catalogueText } from './texts';

/** The mean rating with the number of reviews; renders nothing without reviews. */
export function Rating({ rating, count }: { rating: number | null; count: number }) {
  if (rating === null || count === 0) return null;
  const stars = formatNumber(Math.round(rating * 10) / 10);
  return (
    <span className="inline-flex items-center gap-1 text-sm">
      <Star size={15} aria-hidden="true" className="fill-butter text-butter-ink" />
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {stars}
      </span>
      <span aria-hidden="true" className="text-ink-soft">
        ({count})
      </span>
      <VisuallyHidden>{catalogueText.rating(stars, count)}</VisuallyHidden>
    </span>
  );
}
