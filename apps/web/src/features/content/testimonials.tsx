import { Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ReviewDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { landingText, marketing } from './texts';

const REVIEWS_MAX = 3;

function Quote({
  children,
  stars,
  author,
  aside,
}: {
  children: string;
  stars?: number;
  author: React.ReactNode;
  aside?: React.ReactNode;
}) {
  return (
    <figure className="relative flex h-full flex-col gap-4 rounded-lg border border-rule bg-paper p-6">
      <span aria-hidden="true" className="font-quote text-6xl leading-[0.6] text-tomato-ink">
        “
      </span>
      {stars !== undefined && (
        <p className="-mt-4 flex text-butter-ink">
          <span className="sr-only">{landingText.stars(stars)}</span>
          {Array.from({ length: stars }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical stars
            <Star key={index} size={17} aria-hidden="true" className="fill-butter" />
          ))}
        </p>
      )}
      <blockquote className="line-clamp-6 font-quote text-xl leading-snug">{children}</blockquote>
      <figcaption className="mt-auto flex flex-wrap items-center justify-between gap-2">
        <span>{author}</span>
        {aside}
      </figcaption>
    </figure>
  );
}

/** Reviews of customers; without any, the operator's testimonials, marked as samples. */
export function Testimonials({ reviews }: { reviews: readonly ReviewDto[] }) {
  if (reviews.length > 0) {
    return (
      <ul className="grid gap-6 md:grid-cols-3">
        {reviews
          .slice(0, REVIEWS_MAX)
          .map(({ _id, text, rating, author, productId, productName }) => (
            <li key={_id}>
              <Quote
                stars={rating}
                author={
                  <>
                    <span className="font-semibold">{author}</span>
                    <span className="text-ink-soft">
                      {landingText.about}
                      <Link
                        to={paths.product(productId)}
                        className="inline-block min-h-6 underline underline-offset-4"
                      >
                        {productName}
                      </Link>
                    </span>
                  </>
                }
              >
                {text}
              </Quote>
            </li>
          ))}
      </ul>
    );
  }
  return (
    <ul className="grid gap-6 md:grid-cols-3">
      {marketing.testimonials.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the specification has three identical ones
        <li key={index}>
          <Quote
            author={
              <>
                <span className="font-semibold">{one.name}</span>
                <span className="text-ink-soft">, {one.role}</span>
              </>
            }
            aside={<Badge tone="butter">{landingText.sample}</Badge>}
          >
            {one.text}
          </Quote>
        </li>
      ))}
    </ul>
  );
}
