import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { ProductDto, ProductRails } from '#libs/contracts';
import { HeroProducts } from '../../features/catalogue/hero-products';
import { ProductRail } from '../../features/catalogue/product-rail';
import { railsQueryOptions } from '../../features/catalogue/products';
import { catalogueText } from '../../features/catalogue/texts';
import { Hero } from '../../features/content/hero';
import { Testimonials } from '../../features/content/testimonials';
import { landingText } from '../../features/content/texts';
import { WhyChoose } from '../../features/content/why-choose';
import { FarmGrid } from '../../features/farms/farm-tile';
import { farmsQueryOptions, featuredReviewsQueryOptions } from '../../lib/api/public-data';
import { useNear } from '../../lib/browser/viewport';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { Page } from '../../ui/page';
import { ErrorState } from '../../ui/states';
import { buyAction, productFavouriteButton } from '../card-actions';
import { useVisit } from '../layout';

/** `/`: the landing page. A visit that starts here signed in is redirected to the dashboard. */
export function Component() {
  const { enteredSignedIn } = useVisit();
  if (enteredSignedIn) return <Navigate to={paths.dashboard} replace />;
  return <Landing />;
}

function Landing() {
  const rails = useQuery(railsQueryOptions());
  const { picked, season, lastFew, heroProducts } = arrangeRails(rails.data);
  return (
    <Page title={landingText.title} wrap={false}>
      <Hero
        note={picked?.total ? landingText.pickedNow(picked.total) : undefined}
        products={<HeroProducts products={heroProducts} label={landingText.freshStall} />}
      />
      <div className="wrap">
        {rails.isError && rails.data === undefined && (
          <div className="mt-16">
            <ErrorState
              query={rails}
              title={catalogueText.failed}
              otherwise={catalogueText.failedHint}
            />
          </div>
        )}
        {!(rails.isError && rails.data === undefined) && (
          <ProductRail
            title={catalogueText.harvestedLastDay}
            products={picked?.products}
            action={buyAction}
            favouriteButton={productFavouriteButton}
            more={{ to: paths.products, label: landingText.allProducts }}
            useWatch={useWatchProducts}
          />
        )}
        <ProductRail
          title={catalogueText.inSeason}
          products={season}
          action={buyAction}
          favouriteButton={productFavouriteButton}
          useWatch={useWatchProducts}
        />
        <section aria-labelledby="why" className="mt-20">
          <h2 id="why" className="mb-8 text-3xl sm:text-4xl">
            {landingText.why}
          </h2>
          <WhyChoose />
        </section>
        <ProductRail
          title={catalogueText.lastFew}
          products={lastFew}
          action={buyAction}
          favouriteButton={productFavouriteButton}
          useWatch={useWatchProducts}
        />
        <BelowFold />
        <section
          aria-labelledby="closing"
          className="on-dark relative mt-20 grid items-center gap-6 overflow-hidden rounded-xl bg-leaf px-6 py-12 text-on-leaf sm:px-12 md:grid-cols-[1fr_auto]"
        >
          <div>
            <h2 id="closing" className="text-4xl sm:text-5xl">
              {landingText.closingTitle}
            </h2>
            <p className="mt-3 text-lg">{landingText.closingText}</p>
          </div>
          <LinkButton to={paths.auth} size="lg" tone="paper">
            {landingText.getStarted}
          </LinkButton>
        </section>
      </div>
    </Page>
  );
}

/** Loaded when it is near: most first visits end above it. */
function BelowFold() {
  const place = useRef<HTMLDivElement>(null);
  if (useNear(place))
    return (
      <>
        <Farms />
        <FeaturedReviews />
      </>
    );
  return <div ref={place} data-later className="min-h-px" />;
}

function Farms() {
  const { data } = useQuery(farmsQueryOptions());
  if (data === undefined || data.farms.length === 0) return null;
  return (
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
      <FarmGrid farms={data.farms.slice(0, 3)} />
    </section>
  );
}

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

/** Products of a rail on the landing page. */
const RAIL_SIZE = 4;

/** The products of each rail, without those of the rails above it unless there are no others. */
function arrangeRails(rails: ProductRails | undefined) {
  if (rails === undefined) return { heroProducts: [], lastFew: [] };
  const picked = rails.picked.products.slice(0, RAIL_SIZE);
  const withoutRepeats = (all: readonly ProductDto[], above: readonly ProductDto[]) => {
    const remaining = all.filter((one) => above.every((other) => other._id !== one._id));
    return (remaining.length > 0 ? remaining : all).slice(0, RAIL_SIZE);
  };
  const season = withoutRepeats(rails.inSeason.products, picked);
  return {
    picked: { products: picked, total: rails.picked.total },
    season,
    lastFew: withoutRepeats(rails.lastFew.products, [...picked, ...season]),
    // the same products as in the first rail, so that their pictures are loaded once
    heroProducts: picked.length < RAIL_SIZE ? season : picked,
  };
}
