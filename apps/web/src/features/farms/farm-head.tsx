import { MapPin } from 'lucide-react';
import type { FarmDto } from '#libs/contracts';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { farmsText } from './texts';

/** The front of a farm's shop: picture, story, how it grows and how one gets the goods. */
export function FarmHead({ farm }: { farm: FarmDto }) {
  return (
    <>
      <img
        src={farm.image}
        alt=""
        width="1200"
        height="600"
        className="aspect-[2/1] max-h-96 w-full rounded-xl object-cover"
      />
      <header className="mt-6 mb-8">
        <p className="eyebrow flex items-center gap-1.5">
          <Icon of={MapPin} size={16} />
          {farmsText.place(farm.city, farm.state)}
        </p>
        <h1 className="mt-2 text-4xl sm:text-6xl">{farm.name}</h1>
        <p className="mt-2 text-xl text-ink-soft">{farm.tagline}</p>
      </header>
      <div className="grid items-start gap-8 lg:grid-cols-[1.5fr_1fr]">
        <section aria-labelledby="story">
          <h2 id="story" className="text-2xl">
            {farmsText.story}
          </h2>
          <div className="drawn-rule mt-2 mb-3" aria-hidden="true" />
          <p className="max-w-prose text-lg whitespace-pre-line">{farm.story}</p>
        </section>
        <Card className="grid gap-5">
          {farm.practices.length > 0 && (
            <div>
              <h2 className="mb-2 text-xl">{farmsText.practices}</h2>
              <ul className="flex flex-wrap gap-2">
                {farm.practices.map((practice) => (
                  <li key={practice}>
                    <Badge tone="leaf">{practice}</Badge>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {farm.certification !== null && (
            <div>
              <h2 className="mb-2 text-xl">{farmsText.certification}</h2>
              <span className="stamp text-leaf-ink">{farm.certification}</span>
            </div>
          )}
          <div>
            <h2 className="mb-2 text-xl">{farmsText.fulfilment}</h2>
            <ul className="grid gap-1">
              {farm.fulfilment.includes('delivery') && <li>{farmsText.delivery}</li>}
              {farm.fulfilment.includes('pickup') && (
                <li>
                  {farm.pickupPlace === null
                    ? farmsText.pickupOnly
                    : farmsText.pickupAt(farm.pickupPlace)}
                </li>
              )}
            </ul>
          </div>
        </Card>
      </div>
    </>
  );
}
