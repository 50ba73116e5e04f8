import { Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ReviewDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { landingText } from './landing-texts';
import { operator } from './operator-texts';

const MOST = 3;

function Voice({
  children,
  stars,
  by,
  aside,
}: {
  children: string;
  stars?: number;
  by: React.ReactNode;
  aside?: React.ReactNode;
}) {
  return (
    <figure className="relative flex h-full flex-col gap-4 rounded-lg border border-rule bg-paper p-6">
      <span aria-hidden="true" className="font-display text-6xl leading-[0.6] text-tomato-ink">
        “
      </span>
      {stars !== undefined && (
        <p className="-mt-4 flex text-butter-ink">
          <span className="sr-only">{landingText.stars(stars)}</span>
          {Array.from({ length: stars }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stars are all the same
            <Star key={index} size={17} aria-hidden="true" className="fill-butter" />
          ))}
        </p>
      )}
      <blockquote className="line-clamp-6 font-display text-xl leading-snug">{children}</blockquote>
      <figcaption className="mt-auto flex flex-wrap items-center justify-between gap-2">
        <span>{by}</span>
        {aside}
      </figcaption>
    </figure>
  );
}

/** Customers' own words; on an empty shop the operator's samples stand in, marked as such. */
export function Testimonials({ reviews }: { reviews: readonly ReviewDto[] }) {
  if (reviews.length > 0) {
    return (
      <ul className="grid gap-6 md:grid-cols-3">
        {reviews.slice(0, MOST).map(({ _id, text, rating, author, productId, productName }) => (
          <li key={_id}>
            <Voice
              stars={rating}
              by={
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
            </Voice>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="grid gap-6 md:grid-cols-3">
      {operator.testimonials.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the specification asks for three identical ones
        <li key={index}>
          <Voice
            by={
              <>
                <span className="font-semibold">{one.name}</span>
                <span className="text-ink-soft">, {one.role}</span>
              </>
            }
            aside={<Badge tone="butter">{landingText.sample}</Badge>}
          >
            {one.text}
          </Voice>
        </li>
      ))}
    </ul>
  );
}
