import type { FarmApplicationsQuery, FarmDto, OwnFarmDto } from '#libs/contracts';
import { currentFarm, currentOwnFarm, farms, type KnownFarm } from '../../entities/farms';
import type { Put } from '../../realtime/entity';
import { liveList, liveOne, liveValue, matchesFields } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

export const putOwnFarm = (own: OwnFarmDto): Put => farms.put(own._id, { own });

for (const list of ['list', 'directory', 'of']) {
  liveList({
    key: ['farms', list],
    rows: 'farms',
    entity: farms,
    current: currentFarm,
    // a farm that opens is not among those of some ids; only the server knows its position among all
    isMissing: ({ farm, openedAt }: KnownFarm) =>
      list !== 'of' && farm !== undefined && openedAt === farm.version,
    compare: newestFirst,
  });
}

liveOne<FarmDto, KnownFarm>({
  key: ['farms', 'detail'],
  entity: farms,
  current: currentFarm,
});

liveValue<OwnFarmDto>({
  key: ['own-farm'],
  reads: [farms],
  current: (farm, view) => currentOwnFarm(farm, view.get(farms, farm._id)),
});

liveList({
  key: ['applications', 'list'],
  rows: 'applications',
  entity: farms,
  current: currentOwnFarm,
  facetsOf: (own) => ({ own }),
  toRow: ({ own }) => own,
  matches: (filter: Partial<FarmApplicationsQuery>) => {
    const byStatus = matchesFields<OwnFarmDto>(filter, ['status']);
    return byStatus && ((farm) => byStatus(farm) && hasApplied(farm));
  },
  compare: newestFirst,
});

/** Whether the farm is in an admin's list: a pending farm may not have applied yet. */
function hasApplied(farm: OwnFarmDto): boolean {
  return farm.status !== 'pending' || farm.appliedAt !== null;
}
