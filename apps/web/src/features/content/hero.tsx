import type { ReactNode } from 'react';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { landingText } from './texts';

/** The background of the hero image. */
function PosterBackground() {
  const rays = Array.from({ length: 18 }, (_, index) => index * 20);
  return (
    <svg
      viewBox="0 0 600 640"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <rect width="600" height="640" fill="#f3c64a" />
      <g fill="#f7d878">
        {rays.map((angle) => (
          <path key={angle} d="M300 330 270-420h60Z" transform={`rotate(${angle} 300 330)`} />
        ))}
      </g>
      <circle cx="300" cy="330" r="158" fill="#e8663f" />
      <circle cx="300" cy="330" r="146" fill="#c22f1a" />
      <path d="M0 400c90-46 200-54 300-34s210 18 300-20v294H0Z" fill="#3f7a3c" />
      <path d="M0 446c120-48 260-34 360-10s170 16 240-8v212H0Z" fill="#2c6339" />
      <path d="M0 500c150-40 430-44 600 0v140H0Z" fill="#1f4d2b" />
      <g stroke="#173b21" strokeWidth="5" fill="none" strokeLinecap="round">
        <path d="M300 476C250 520 150 590 40 660M300 476c-20 46-60 110-110 184M300 476v184M300 476c20 46 60 110 110 184M300 476c50 44 150 114 260 184" />
      </g>
      <g fill="#173b21">
        <path d="M470 372h46v34h-46zM464 374l29-24 29 24z" />
        <path d="M528 402v-34c0-14 14-14 14 0v36z" />
      </g>
    </svg>
  );
}

/** The landing page's hero. `products` are shown on its image. */
export function Hero({ note, products }: { note?: string; products?: ReactNode }) {
  const [first, second, third] = landingText.headline;
  return (
    <section aria-labelledby="hero" className="wrap pt-6 sm:pt-10">
      <div className="grid items-stretch gap-8 lg:grid-cols-[1.08fr_1fr] lg:gap-12">
        <div className="flex flex-col justify-center gap-6 lg:py-10">
          <p className="eyebrow">{landingText.eyebrow}</p>
          <h1
            id="hero"
            className="isolate text-[clamp(2.75rem,8.2vw,5.75rem)] leading-[0.95] font-[680]"
          >
            {first} {second} <span className="brushed">{third}</span>
          </h1>
          <p className="mt-2 max-w-lg text-xl text-ink-soft">{landingText.lead}</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={paths.products} size="lg">
              {landingText.shopNow}
            </LinkButton>
            <LinkButton to={paths.farmers} size="lg" tone="outline">
              {landingText.joinAsFarmer}
            </LinkButton>
          </div>
          <p className="min-h-8">
            {note !== undefined && <span className="stamp text-leaf-ink">{note}</span>}
          </p>
        </div>
        <div className="relative min-h-[23rem] overflow-hidden rounded-xl border-[10px] border-paper shadow-lift sm:min-h-[30rem] lg:min-h-[36rem]">
          <PosterBackground />
          {products}
        </div>
      </div>
    </section>
  );
}
