import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { HeroStall } from '../../features/catalogue/hero-stall';
import { useProductList } from '../../features/catalogue/product-list';
import { ProductRail } from '../../features/catalogue/product-rail';
import { freshest, lastFew, pickedLastDay } from '../../features/catalogue/rails';
import { catalogueText } from '../../features/catalogue/texts';
import { Hero } from '../../features/content/hero';
import { landingText } from '../../features/content/landing-texts';
import { Testimonials } from '../../features/content/testimonials';
import { WhyChoose } from '../../features/content/why-choose';
import { FarmGrid } from '../../features/farms/farm-tile';
import { farmsQueryOptions } from '../../features/farms/farms';
import { paths } from '../../lib/paths';
import { useNow } from '../../lib/use-now';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { LinkButton } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { Page } from '../../ui/page';
import { useVisit } from '../layout';

/** `/`: the landing page; who enters the site here signed in goes to the own dashboard. */
export function Component() {
  const { enteredSignedIn } = useVisit();
  if (enteredSignedIn) return <Navigate to={paths.dashboard} replace />;
  return <Landing />;
}

function Landing() {
  const now = useNow();
  const { products } = useProductList(freshest);
  const { data: farms } = useQuery(farmsQueryOptions());
  const picked = pickedLastDay(products, now);
  const add = (product: ProductDto) => <AddToCart product={product} />;
  return (
    <Page title={landingText.title} wrap={false}>
      <Hero
        note={picked.length > 0 ? landingText.pickedNow(picked.length) : undefined}
        stall={<HeroStall products={products} label={landingText.freshStall} />}
      />
      <div className="wrap">
        <ProductRail
          title={picked.length > 0 ? catalogueText.harvestedLastDay : catalogueText.harvestedLately}
          filter={freshest}
          pick={(all) => (picked.length > 0 ? pickedLastDay(all, now) : all).slice(0, 4)}
          action={add}
          more={{ to: paths.products, label: landingText.allProducts }}
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
          filter={freshest}
          pick={(all) => lastFew(all).slice(0, 4)}
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
        <section aria-labelledby="voices" className="mt-16">
          <SectionTitle id="voices">{landingText.testimonials}</SectionTitle>
          <Testimonials />
        </section>
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
