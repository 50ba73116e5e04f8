import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { landingText } from '../../features/content/landing-texts';
import { Testimonials } from '../../features/content/testimonials';
import { FarmGrid } from '../../features/farms/farm-tile';
import { featuredReviewsQueryOptions } from '../../features/reviews/featured';
import { farmsQueryOptions } from '../../lib/farms';
import { paths } from '../../lib/paths';
import { SectionTitle } from '../../ui/card';

/** Featured reviews; the operator's samples while there are none. */
function FeaturedReviews() {
  const { data } = useQuery(featuredReviewsQueryOptions());
  if (data === undefined) return null;
  return (
    <section aria-labelledby="voices" className="mt-16">
      <SectionTitle id="voices">{landingText.testimonials}</SectionTitle>
      <Testimonials reviews={data.reviews} />
    </section>
  );
}

/** The end of the landing page: the farms and the featured reviews. */
export default function HomeBelowFold() {
  const { data: farms } = useQuery(farmsQueryOptions());
  return (
    <>
      {farms !== undefined && farms.farms.length > 0 && (
        <section aria-labelledby="farms" className="mt-16">
          <SectionTitle
            id="farms"
            aside={
              <Link
                to={paths.farmers}
                className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
              >
                {landingText.allFarms}
              </Link>
            }
          >
            {landingText.farms}
          </SectionTitle>
          <FarmGrid farms={farms.farms.slice(0, 3)} />
        </section>
      )}
      <FeaturedReviews />
    </>
  );
}
