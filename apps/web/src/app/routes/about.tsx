import { AboutHero, CoreValues, StatsStrip, Team } from '../../features/content/about-parts';
import { AboutTabs } from '../../features/content/about-tabs';
import { Carousel } from '../../features/content/carousel';
import { aboutText } from '../../features/content/texts';
import { WhyChoose } from '../../features/content/why-choose';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { Page } from '../../ui/page';

/** `/about` (docs/product.md, Screens). */
export function Component() {
  return (
    <Page title={aboutText.title}>
      <AboutHero />
      <StatsStrip />
      <section className="mt-14">
        <AboutTabs />
      </section>
      <section aria-labelledby="values" className="mt-16">
        <SectionTitle id="values">{aboutText.valuesTitle}</SectionTitle>
        <CoreValues />
      </section>
      <section aria-labelledby="why" className="mt-16">
        <h2 id="why" className="mb-8 text-2xl sm:text-3xl">
          {aboutText.whyTitle}
        </h2>
        <WhyChoose />
      </section>
      <section aria-labelledby="voices" className="mt-16">
        <SectionTitle id="voices">{aboutText.voices}</SectionTitle>
        <Carousel label={aboutText.carousel} />
      </section>
      <section aria-labelledby="team" className="mt-16">
        <SectionTitle id="team">{aboutText.teamTitle}</SectionTitle>
        <Team />
      </section>
      <section
        aria-labelledby="cta"
        className="mt-20 grid justify-items-center gap-6 rounded-xl bg-butter-tint px-6 py-12 text-center text-butter-ink"
      >
        <h2 id="cta" className="text-4xl sm:text-5xl">
          {aboutText.ctaTitle}
        </h2>
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to={paths.products} size="lg">
            {aboutText.shop}
          </LinkButton>
          <LinkButton to={paths.farmers} size="lg" tone="leaf">
            {aboutText.partner}
          </LinkButton>
        </div>
      </section>
    </Page>
  );
}
