import { Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OwnReviewDto } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { formatDate } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import type { Column } from '../../../ui/data-table';
import { Icon } from '../../../ui/icon';
import { allReviewsText as text } from '../texts';

const link =
  'inline-flex min-h-11 items-center underline decoration-rule underline-offset-4 sm:min-h-6';

/** Columns of the table of reviews. */
export const reviewColumns: readonly Column<OwnReviewDto>[] = [
  {
    key: 'review',
    header: text.review,
    primary: true,
    cell: ({ rating, title, text: words, author }) => (
      <span className="block max-w-md min-w-0">
        <span className="inline-flex items-center gap-1 rounded-full bg-butter-tint px-2 py-0.5 text-sm font-semibold text-butter-ink">
          <Icon of={Star} size={14} className="fill-current" />
          <span className="sr-only">{text.stars(rating)}</span>
          <span aria-hidden="true">{rating}</span>
        </span>{' '}
        {title !== null && <strong>{title} </strong>}
        <span className="block text-base font-normal">{words}</span>
        <span className="block text-sm font-normal text-ink-soft">{text.by(author)}</span>
      </span>
    ),
  },
  {
    key: 'product',
    header: text.product,
    cell: ({ productId, productName, farmSlug, farmName }) => (
      <span className="grid justify-items-end sm:justify-items-start">
        <Link to={paths.product(productId)} className={link}>
          {productName}
        </Link>
        <Link to={paths.farm(farmSlug)} className={cx(link, 'text-sm text-ink-soft')}>
          {farmName}
        </Link>
      </span>
    ),
  },
  {
    key: 'date',
    header: text.date,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  },
  {
    key: 'state',
    header: text.state,
    cell: ({ hiddenReason }) =>
      hiddenReason === null ? (
        <Badge tone="leaf">{text.visible}</Badge>
      ) : (
        <span className="grid justify-items-start gap-1">
          <Badge tone="tomato">{text.hidden}</Badge>
          <em className="text-sm">{text.because(hiddenReason)}</em>
        </span>
      ),
  },
];
