import { Star } from 'lucide-react';
import { cx } from '../../lib/cx';
import { reviewsText } from './texts';

const five = [1, 2, 3, 4, 5];

/** A rating as stars, with a text for screen readers. */
export function Stars({ value, size = 17 }: { value: number; size?: number }) {
  return (
    <span className="inline-flex items-center text-butter-ink">
      <span className="sr-only">{reviewsText.outOf(String(value))}</span>
      {five.map((star) => (
        <Star
          key={star}
          size={size}
          aria-hidden="true"
          className={star <= Math.round(value) ? 'fill-butter' : 'opacity-45'}
        />
      ))}
    </span>
  );
}

/** A rating input: radio buttons for one to five stars. */
export function StarsField({
  id,
  initial,
  error,
}: {
  /** Id of the first radio button, which the error summary links to. */
  id: string;
  initial: number | undefined;
  error: string | undefined;
}) {
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'review-stars-error'}>
      <legend className="mb-1 font-semibold">{reviewsText.rating}</legend>
      <div className="flex flex-wrap gap-2">
        {five.map((star) => (
          <label
            key={star}
            className={cx(
              'inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border-2 px-3.5 font-semibold',
              'border-rule hover:border-edge has-checked:border-butter-ink has-checked:bg-butter-tint has-checked:text-butter-ink',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf-ink',
            )}
          >
            <input
              type="radio"
              id={star === 1 ? id : undefined}
              name="rating"
              value={star}
              defaultChecked={initial === star}
              aria-label={reviewsText.stars(star)}
              className="sr-only"
            />
            <span aria-hidden="true" className="tabular-nums">
              {star}
            </span>
            <Star size={18} aria-hidden="true" className="fill-butter text-butter-ink" />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id="review-stars-error" className="mt-1.5 text-sm font-semibold text-tomato-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
