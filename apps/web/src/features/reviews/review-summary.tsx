import type { RatingSummary } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { formatNumber } from '../../lib/text/format';
import { Stars } from './stars';
import { reviewsText } from './texts';

/** Mean, count and distribution of the ratings; each row of the distribution filters by its stars. */
export function ReviewSummary({
  rating,
  stars,
  onStars,
}: {
  rating: RatingSummary;
  stars: number | undefined;
  onStars: (stars: number | undefined) => void;
}) {
  const mean = rating.mean ?? 0;
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span aria-hidden="true" className="font-display text-6xl font-semibold tabular-nums">
          {formatNumber(Math.round(mean * 10) / 10)}
        </span>
        <span className="grid gap-0.5">
          <Stars value={Math.round(mean * 10) / 10} size={20} />
          <span className="text-ink-soft">{reviewsText.count(rating.count)}</span>
        </span>
      </p>
      <fieldset className="grid gap-0.5">
        <legend className="sr-only">{reviewsText.filter}</legend>
        {[5, 4, 3, 2, 1].map((star) => {
          const count = rating.spread[star - 1] ?? 0;
          const share = rating.count === 0 ? 0 : (count / rating.count) * 100;
          return (
            <button
              key={star}
              type="button"
              aria-pressed={stars === star}
              onClick={() => onStars(stars === star ? undefined : star)}
              className={cx(
                'grid min-h-9 grid-cols-[1.25rem_1fr_2rem] items-center gap-3 rounded-sm px-2 tabular-nums pointer-coarse:min-h-11',
                stars === star ? 'bg-butter-tint text-butter-ink' : 'hover:bg-sunken',
              )}
            >
              <span className="font-semibold">
                {star}
                <span className="sr-only"> {reviewsText.spreadStars(star)}: </span>
              </span>
              <svg
                viewBox="0 0 100 8"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="h-2.5 w-full overflow-hidden rounded-full"
              >
                <rect width="100" height="8" fill="var(--rule)" />
                <rect width={share} height="8" fill="var(--butter)" />
              </svg>
              <span className="text-right text-sm">
                {count}
                <span className="sr-only"> {reviewsText.spreadReviews(count)}</span>
              </span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
