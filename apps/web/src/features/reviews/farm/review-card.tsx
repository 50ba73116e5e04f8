import { MessageCircleReply, Pencil, Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ReviewDto } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { formatDate } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Icon } from '../../../ui/icon';
import { Thumb } from '../../../ui/thumb';
import { farmReviewsText as text } from '../texts';

/** One review with its reply and the button to reply. */
export function ReviewCard({ review, onReply }: { review: ReviewDto; onReply: () => void }) {
  const online = useOnline();
  const { author, productName, reply } = review;
  const titleId = `review-${review._id}`;
  return (
    <Card as="article" aria-labelledby={titleId}>
      <div className="flex items-start gap-4">
        <Thumb src={review.productImage} className="hidden size-14 rounded-md xs:block" />
        <div className="grid min-w-0 flex-1 gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id={titleId} className="text-xl">
              <Link to={paths.product(review.productId)} className="hover:underline">
                {productName}
              </Link>
            </h2>
            <Stars rating={review.rating} />
          </div>
          <p className="text-sm text-ink-soft">
            {text.by(author, formatDate(review.createdAt))}
            {review.editedAt !== null && ` · ${text.edited}`}
          </p>
          {review.title !== null && <p className="font-semibold">{review.title}</p>}
          <p className="whitespace-pre-line">{review.text}</p>
        </div>
      </div>
      {reply !== null && (
        <blockquote className="mt-4 rounded-md border-l-4 border-leaf-ink bg-leaf-tint p-4 text-leaf-ink">
          <p className="font-semibold">
            {text.yourReply}, {formatDate(reply.editedAt ?? reply.at)}
          </p>
          <p className="whitespace-pre-line">{reply.text}</p>
        </blockquote>
      )}
      <div className="mt-4">
        <Button
          tone={reply === null ? 'leaf' : 'ghost'}
          size="sm"
          icon={<Icon of={reply === null ? MessageCircleReply : Pencil} size={18} />}
          disabledReason={online ? null : text.offline}
          aria-label={
            reply === null ? text.replyTo(author, productName) : text.editOf(author, productName)
          }
          onClick={onReply}
        >
          {reply === null ? text.reply : text.edit}
        </Button>
      </div>
    </Card>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={text.stars(rating)} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon
          key={star}
          of={Star}
          size={18}
          className={cx(star <= rating ? 'fill-(--butter) text-butter-ink' : 'text-edge')}
        />
      ))}
    </span>
  );
}
