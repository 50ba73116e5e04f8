import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Navigate } from 'react-router-dom';
import type { ProductDto, ProductRails } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { HeroStall } from '../../features/catalogue/hero-stall';
import { ProductRail } from '../../features/catalogue/product-rail';
import { railsQueryOptions } from '../../features/catalogue/products';
import { catalogueText } from '../../features/catalogue/texts';
import { Hero } from '../../features/content/hero';
import { landingText } from '../../features/content/landing-texts';
import { WhyChoose } from '../../features/content/why-choose';
import { lazyPart } from '../../lib/load-part';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { Later } from '../../ui/later';
import { Page } from '../../ui/page';
import { ErrorState } from '../../ui/states';
import { productHeart } from '../favourite';
import { useVisit } from '../layout';

// far below the first screen, which does not wait for it
const Below = lazyPart(() => import('./home-below'));

/** `/`: the landing page; who enters the site here signed in goes to the own dashboard. */
export function Component() {
  const { enteredSignedIn } = useVisit();
  if (enteredSignedIn) return <Navigate to={paths.dashboard} replace />;
  return <Landing />;
}

function Landing() {
  const rails = useQuery(railsQueryOptions());
  const add = (product: ProductDto) => <AddToCart product={product} />;
  const { stall } = arrange(rails.data);
  // drawn in slices, after the poster: what is under it blocks nothing
  const { picked, season, few } = arrange(useDeferredValue(rails.data, undefined));
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
            action={add}
            mark={productHeart}
            more={{ to: paths.products, label: landingText.allProducts }}
            onShown={useWatchProducts}
          />
        )}
        <ProductRail
          title={catalogueText.inSeason}
          products={season}
          action={add}
          mark={productHeart}
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
          mark={productHeart}
          onShown={useWatchProducts}
        />
        <Later>
          <Below />
        </Later>
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
