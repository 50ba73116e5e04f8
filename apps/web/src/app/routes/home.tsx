import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import type { ProductDto, ProductRails } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { HeroStall } from '../../features/catalogue/hero-stall';
import { ProductRail } from '../../features/catalogue/product-rail';
import { railsQueryOptions } from '../../features/catalogue/products';
import { catalogueText } from '../../features/catalogue/texts';
import { Hero } from '../../features/content/hero';
import { landingText } from '../../features/content/landing-texts';
import { Testimonials } from '../../features/content/testimonials';
import { WhyChoose } from '../../features/content/why-choose';
import { FarmGrid } from '../../features/farms/farm-tile';
import { farmsQueryOptions } from '../../features/farms/farms';
import { featuredReviewsQueryOptions } from '../../features/reviews/featured';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { Page } from '../../ui/page';
import { ErrorState, errorMessage } from '../../ui/states';
import { useVisit } from '../layout';

/** `/`: the landing page; who enters the site here signed in goes to the own dashboard. */
export function Component() {
  const { enteredSignedIn } = useVisit();
  if (enteredSignedIn) return <Navigate to={paths.dashboard} replace />;
  return <Landing />;
}

function Landing() {
  const rails = useQuery(railsQueryOptions());
  const { data: farms } = useQuery(farmsQueryOptions());
  const add = (product: ProductDto) => <AddToCart product={product} />;
  const { picked, season, few, stall } = arrange(rails.data);
  return (
    <Page title={landingText.title} wrap={false}>
      <Hero
        note={picked?.total ? landingText.pickedNow(picked.total) : undefined}
        stall={<HeroStall products={stall} label={landingText.freshStall} />}
      />
      <div className="wrap">
        {rails.isError && rails.data === undefined && (
          <div className="mt-16">
            <ErrorState
              title={catalogueText.failed}
              message={errorMessage(rails.error, catalogueText.failedHint)}
              error={rails.error}
              onRetry={() => void rails.refetch()}
              retrying={rails.isFetching}
            />
          </div>
        )}
        {!(rails.isError && rails.data === undefined) && (
          <ProductRail
            title={catalogueText.harvestedLastDay}
            products={picked?.products}
            action={add}
            more={{ to: paths.products, label: landingText.allProducts }}
            onShown={useWatchProducts}
          />
        )}
        <ProductRail
          title={catalogueText.inSeason}
          products={season}
          action={add}
          onShown={useWatchProducts}
        />
        <section aria-labelledby="why" className="mt-20">
          <h2 id="why" className="mb-8 text-3xl sm:text-4xl">
            {landingText.why}
          </h2>
          <WhyChoose />
        </section>
        <ProductRail
          title={catalogueText.lastFew}
          products={few}
          action={add}
          onShown={useWatchProducts}
        />
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
        <Voices />
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

/** Products of a rail on the landing page. */
const RAIL = 4;

/** What each rail shows: nothing that stands in one above it, unless there is nothing else. */
function arrange(rails: ProductRails | undefined) {
  if (rails === undefined) return { stall: [], few: [] };
  const picked = rails.picked.products.slice(0, RAIL);
  const rest = (all: readonly ProductDto[], above: readonly ProductDto[]) => {
    const left = all.filter((one) => above.every((other) => other._id !== one._id));
    return (left.length > 0 ? left : all).slice(0, RAIL);
  };
  const season = rest(rails.inSeason.products, picked);
  return {
    picked: { products: picked, total: rails.picked.total },
    season,
    few: rest(rails.lastFew.products, [...picked, ...season]),
    stall: rails.inSeason.products,
  };
}

/** What customers say; the operator's samples only where nobody has said anything yet. */
function Voices() {
  const { data } = useQuery(featuredReviewsQueryOptions());
  if (data === undefined) return null;
  return (
    <section aria-labelledby="voices" className="mt-16">
      <SectionTitle id="voices">{landingText.testimonials}</SectionTitle>
      <Testimonials reviews={data.reviews} />
    </section>
  );
}
