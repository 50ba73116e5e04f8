import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReviewDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatDate } from '../../lib/text/format';
import { Stars } from './stars';
import { reviewsText } from './texts';

/** One review with the farm's reply. */
export function ReviewCard({
  review,
  about = false,
  actions,
}: {
  review: ReviewDto;
  /** Shows the product's name, in lists with reviews of several products. */
  about?: boolean;
  actions?: ReactNode;
}) {
  return (
    <article className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars value={review.rating} />
        <span className="font-semibold">{review.author}</span>
        <span className="text-sm text-ink-soft">
          <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
          {review.editedAt !== null && `, ${reviewsText.edited}`}
        </span>
      </div>
      {about && (
        <p className="text-sm text-ink-soft">
          {reviewsText.about}{' '}
          <Link
            to={paths.product(review.productId)}
            className="inline-block min-h-6 font-semibold text-leaf-ink underline underline-offset-4"
          >
            {review.productName}
          </Link>
        </p>
      )}
      {review.title !== null && (
        <h3 className="font-display text-xl font-semibold">{review.title}</h3>
      )}
      <p className="max-w-prose whitespace-pre-line">{review.text}</p>
      {review.reply !== null && (
        <div className="mt-1 max-w-prose border-l-4 border-leaf bg-leaf-tint px-4 py-3 text-leaf-ink">
          <p className="text-sm font-semibold">{reviewsText.reply(review.farmName)}</p>
          <p className="whitespace-pre-line">{review.reply.text}</p>
        </div>
      )}
      {actions}
    </article>
  );
}
