import { dateName } from '#libs/contracts';
import { marketZone } from '../../lib/text/format';
import { Skeleton } from '../../ui/skeleton';
import type { FarmItems } from './cart-math';
import { dayText } from './texts';
import type { DayGroup } from './trips';
import type { FarmFulfilments } from './use-farm-fulfilments';

/** What the customer gets on one day: `Saturday, December 5 · 3 farms, one trip`. */
export function DayHeading({
  day: { key, parts },
  fulfilments: { of, now },
}: {
  day: DayGroup<FarmItems>;
  fulfilments: FarmFulfilments;
}) {
  if (key === 'unknown') return <Skeleton className="-mb-2 h-8 w-64 max-w-full" />;
  const ways = parts.map(of);
  const slot = ways[0]?.slot;
  const pickup = ways.some(({ fulfilment }) => fulfilment === 'pickup');
  return (
    <h2 className="-mb-2 text-xl sm:text-3xl">
      {slot ? (
        <>
          {dateName(slot.startAt, now, marketZone())}{' '}
          <span className="font-sans text-base font-semibold tracking-normal text-ink-soft">
            · {dayText.farmsOfDay(parts.length, pickup)}
          </span>
        </>
      ) : key === 'told' ? (
        dayText.told
      ) : (
        dayText.none
      )}
    </h2>
  );
}
