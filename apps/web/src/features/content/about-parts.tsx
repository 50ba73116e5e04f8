import { useState } from 'react';
import { paths } from '../../lib/paths';
import { Button, LinkButton } from '../../ui/button';
import { StoryDialog } from './story-dialog';
import { aboutText, marketing } from './texts';

/** The page's header with its two calls to action. */
export function AboutHero() {
  const [story, setStory] = useState(false);
  return (
    <header className="grid items-center gap-8 lg:grid-cols-[1.4fr_1fr]">
      <div>
        <h1 className="text-[clamp(2.5rem,6.4vw,4.5rem)] leading-[1] font-[680]">
          {aboutText.headline}
        </h1>
        <p className="mt-5 max-w-2xl text-xl text-ink-soft">{aboutText.lead}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <LinkButton to={paths.farmers} size="lg">
            {aboutText.explore}
          </LinkButton>
          <Button size="lg" tone="outline" onClick={() => setStory(true)}>
            {aboutText.watch}
          </Button>
        </div>
        <StoryDialog open={story} onClose={() => setStory(false)} />
      </div>
      <div className="grid aspect-[4/3] place-items-center rounded-xl bg-(--tile-greens)">
        <img
          src="/produce/farmhouse.svg"
          alt=""
          width="256"
          height="256"
          className="produce-shadow size-[62%]"
        />
      </div>
    </header>
  );
}

/** The operator's claims (docs/product.md, About), with a note that they are the operator's. */
export function StatsStrip() {
  return (
    <section aria-label={aboutText.statsTitle} className="mt-14">
      <dl className="on-dark grid grid-cols-2 gap-x-6 gap-y-8 rounded-xl bg-leaf px-4 py-8 text-on-leaf sm:px-6 lg:grid-cols-4">
        {marketing.claims.map(({ figure, of }) => (
          <div key={of} className="flex flex-col-reverse text-center">
            <dt className="text-lg">{of}</dt>
            <dd className="font-display text-[1.75rem] font-semibold whitespace-nowrap sm:text-5xl">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-right text-sm text-ink-soft">{aboutText.statsNote}</p>
    </section>
  );
}

export function CoreValues() {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
      {aboutText.values.map(({ title, text }, index) => (
        <li key={title} className="rounded-lg border border-rule bg-paper p-6">
          <span aria-hidden="true" className="font-display text-4xl font-semibold text-tomato-ink">
            {index + 1}
          </span>
          <h3 className="mt-2 text-2xl">{title}</h3>
          <p className="mt-1.5 text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}

export function Team() {
  return (
    <ul className="grid gap-6 xs:grid-cols-2 md:grid-cols-3">
      {marketing.team.map(({ name, role, image }) => (
        <li key={name} className="flex items-center gap-4">
          <span className="grid size-24 shrink-0 place-items-center rounded-full bg-(--tile-fruit)">
            <img src={image} alt="" width="64" height="64" loading="lazy" className="size-16" />
          </span>
          <span>
            <span className="block font-display text-xl font-semibold">{name}</span>
            <span className="text-ink-soft">{role}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
