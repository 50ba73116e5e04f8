import { Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { TESTIMONIAL_MS } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { Badge } from '../../ui/badge';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { landingText, marketing } from './texts';

/** Advances every 5 s and wraps; stops on hover, focus, Pause and reduced motion. */
function useRotation(count: number) {
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [paused, setPaused] = useState(
    () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  useEffect(() => {
    if (isHeld || paused) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % count), TESTIMONIAL_MS);
    return () => clearInterval(timer);
  }, [isHeld, paused, count]);
  return { at, setAt, setHeld, paused, setPaused };
}

/** The operator's sample testimonials, one at a time, with dots to choose one (docs/product.md, About). */
export function Carousel({ label, foot }: { label: string; foot?: ReactNode }) {
  const all = marketing.testimonials;
  const { at, setAt, setHeld, paused, setPaused } = useRotation(all.length);
  const shown = all[at] ?? all[0];
  return (
    <section
      aria-label={label}
      aria-roledescription={landingText.carousel}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="rounded-xl border border-rule bg-paper px-6 py-10 text-center sm:px-16"
    >
      <figure aria-live={paused ? 'polite' : 'off'} className="mx-auto grid max-w-2xl gap-4">
        <blockquote className="font-quote text-2xl leading-snug sm:text-3xl">
          “<bdi>{shown.text}</bdi>”
        </blockquote>
        <figcaption className="flex flex-wrap items-center justify-center gap-2">
          <span className="font-semibold">{shown.name}</span>
          <span className="text-ink-soft">{shown.role}</span>
          <Badge tone="butter">{landingText.sample}</Badge>
        </figcaption>
      </figure>
      <div className="mt-6 flex items-center justify-center gap-1">
        <IconButton
          label={paused ? landingText.play : landingText.pause}
          onClick={() => setPaused(!paused)}
        >
          <Icon of={paused ? Play : Pause} size={18} />
        </IconButton>
        {all.map((one, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the specification has three identical ones
            key={`${one.name}-${index}`}
            type="button"
            aria-label={landingText.showNumber(index + 1, all.length)}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => setAt(index)}
            className="grid size-11 place-items-center rounded-full hover:bg-sunken"
          >
            <span
              className={cx(
                'rounded-full border-2 border-leaf-ink',
                index === at ? 'size-4 bg-leaf-ink' : 'size-3',
              )}
            />
          </button>
        ))}
      </div>
      {foot}
    </section>
  );
}
