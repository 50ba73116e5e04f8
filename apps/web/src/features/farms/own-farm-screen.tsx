import { useQuery } from '@tanstack/react-query';
import { errorCode } from '../../lib/api/api';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { ApplicationCard } from './application-card';
import { FarmForm } from './farm-form';
import { HolidayCard } from './holiday-card';
import { ownFarmQueryOptions } from './own-farm';
import { ownFarmText } from './own-farm-texts';

/** A farmer's own farm: its application, its holiday, and the form of its page. */
export function OwnFarm() {
  const query = useQuery(ownFarmQueryOptions());
  if (query.data !== undefined) {
    return (
      <div className="grid gap-8">
        <ApplicationCard farm={query.data} />
        {query.data.status === 'approved' && <HolidayCard farm={query.data} />}
        <FarmForm farm={query.data} />
      </div>
    );
  }
  if (query.isPending) {
    return (
      <Loading>
        <div className="grid gap-8">
          <Skeleton className="h-44" />
          <Skeleton className="h-96" />
        </div>
      </Loading>
    );
  }
  if (errorCode(query.error) === 'FARM_NOT_FOUND') {
    return <EmptyState title={ownFarmText.none}>{ownFarmText.noneHint}</EmptyState>;
  }
  return <ErrorState query={query} title={ownFarmText.failed} />;
}
