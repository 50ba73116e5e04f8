import { CalendarHeart } from 'lucide-react';
import { dayName } from '#libs/contracts';
import { marketZone } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { dayText } from './texts';
import { countTrips, groupByDay, type Trips } from './trips';
import type { FarmFulfilments } from './use-farm-fulfilments';

/** Offers slots on fewer days than the chosen ones: `All four farms on Saturday: one trip`. */
export function TripProposal({
  farms,
  fulfilments,
}: {
  /** How many farms the cart has, with those that tell the day. */
  farms: number;
  fulfilments: FarmFulfilments;
}) {
  const { fewerTrips, trips, now, chooseSlots } = fulfilments;
  if (fewerTrips === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-leaf-tint p-4 text-leaf-ink">
      <Icon of={CalendarHeart} size={26} className="shrink-0" />
      <p className="min-w-48 flex-1 font-semibold">{proposalText(farms, fewerTrips, trips, now)}</p>
      <Button tone="leaf" size="sm" onClick={() => chooseSlots(fewerTrips)}>
        {dayText.takeAll}
      </Button>
    </div>
  );
}

function proposalText(all: number, fewer: Trips, current: Trips, now: number): string {
  const days = groupByDay([...fewer.values()], ({ date }) => date).map(({ parts }) => ({
    name: dayName(parts[0].startAt, now, marketZone()),
    farms: parts.length,
    pickup: parts.some(({ method }) => method === 'pickup'),
  }));
  const [first] = days;
  if (first && days.length === 1) return dayText.oneDay(first.farms, all, first.name, first.pickup);
  return dayText.fewerOn(
    days.map(({ name, farms }) => [name, farms] as const),
    countTrips(current),
  );
}
