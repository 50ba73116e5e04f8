import { useQuery } from '@tanstack/react-query';
import { CalendarFeed } from '../../features/calendar-feed/calendar-feed';
import { ownFarmQueryOptions } from '../../features/farms/own-farm';
import { DaysScreen } from '../../features/fulfilment/days-screen';
import { LoadingRows } from '../../ui/skeleton';

/** Content of `/dashboard/farmer/days`. */
export function Component() {
  const { data: farm, isPending } = useQuery(ownFarmQueryOptions());
  if (isPending) return <LoadingRows rows={3} height="h-24" />;
  return (
    <DaysScreen pickupPlace={farm?.pickupPlace ?? ''}>
      <CalendarFeed of="farmer" />
    </DaysScreen>
  );
}
