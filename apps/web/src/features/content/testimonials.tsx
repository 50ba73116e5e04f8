import { Badge } from '../../ui/badge';
import { landingText } from './landing-texts';
import { operator } from './operator-texts';

/** The operator's sample voices, marked as such: they stand in until customers have written reviews. */
export function Testimonials() {
  return (
    <ul className="grid gap-6 md:grid-cols-3">
      {operator.testimonials.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the specification asks for three identical ones
        <li key={index}>
          <figure className="relative flex h-full flex-col gap-4 rounded-lg border border-rule bg-paper p-6">
            <span
              aria-hidden="true"
              className="font-display text-6xl leading-[0.6] text-tomato-ink"
            >
              “
            </span>
            <blockquote className="font-display text-xl leading-snug">{one.text}</blockquote>
            <figcaption className="mt-auto flex flex-wrap items-center justify-between gap-2">
              <span>
                <span className="font-semibold">{one.name}</span>
                <span className="text-ink-soft">, {one.role}</span>
              </span>
              <Badge tone="butter">{landingText.sample}</Badge>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
