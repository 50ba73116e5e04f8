import type { FarmDto, OwnFarmDto, RatingSummary } from '#libs/contracts';
import { entity, newest, newestBy } from '../realtime/entity';

interface FarmRating {
  readonly rating: RatingSummary | null;
  readonly ratingVersion: number;
}

/** The facets of a farm. Its rating has its own version. */
export interface KnownFarm {
  farm?: FarmDto;
  /** The farm as its owner and the admins see it. */
  own?: OwnFarmDto;
  rating?: FarmRating;
  /** The version at which it entered the directory. */
  openedAt?: number;
}

const byRating = newestBy<FarmRating>(({ ratingVersion }) => ratingVersion);

export const farms = entity<KnownFarm>('farms', {
  farm: newest,
  own: newest,
  rating: byRating,
  openedAt: newestBy((version) => version),
});

/** The public farm, merged with the known facets. */
export const currentFarm = (farm: FarmDto, known: KnownFarm | undefined): FarmDto =>
  withNewest(farm, known?.farm, known);

/** The farm for its owner and for admins, merged with the known facets. */
export const currentOwnFarm = (farm: OwnFarmDto, known: KnownFarm | undefined): OwnFarmDto =>
  withNewest(farm, known?.own, known);

function withNewest<Farm extends FarmDto>(
  farm: Farm,
  other: Farm | undefined,
  known: KnownFarm | undefined,
): Farm {
  const now = newest(farm, other);
  const { rating, ratingVersion } = [farm, other, known?.rating].reduce<FarmRating>(
    (best, one) => (one ? byRating(best, one) : best),
    farm,
  );
  return now.ratingVersion === ratingVersion ? now : { ...now, rating, ratingVersion };
}

/** A farm's public fields. */
export function storefrontOf(farm: OwnFarmDto): FarmDto {
  const { ownerId: _, appliedAt: __, decisionReason: ___, ...storefront } = farm;
  return storefront;
}
