import type { FarmDto, OwnFarmDto, RatingSummary } from '#libs/contracts';
import { entity, newest, newestBy } from '../realtime/entity';

interface FarmRating {
  readonly rating: RatingSummary | null;
  readonly ratingVersion: number;
}

/** What is known of a farm. Its stars have a version of their own. */
export interface KnownFarm {
  farm?: FarmDto;
  /** The farm as its owner and the admins see it. */
  own?: OwnFarmDto;
  rating?: FarmRating;
  /** The version at which it came into the directory. */
  openedAt?: number;
}

const byRating = newestBy<FarmRating>(({ ratingVersion }) => ratingVersion);

export const farms = entity<KnownFarm>('farms', {
  farm: newest,
  own: newest,
  rating: byRating,
  openedAt: newestBy((version) => version),
});

/** The farm as everybody may see it. */
export const currentFarm = (farm: FarmDto, known: KnownFarm | undefined): FarmDto =>
  withNewest(farm, known?.farm, known);

/** The farm as its owner and the admins see it. */
export const currentOwnFarm = (farm: OwnFarmDto, known: KnownFarm | undefined): OwnFarmDto =>
  withNewest(farm, known?.own, known);

function withNewest<Farm extends FarmDto>(
  farm: Farm,
  rival: Farm | undefined,
  known: KnownFarm | undefined,
): Farm {
  const now = newest(farm, rival);
  const { rating, ratingVersion } = [farm, rival, known?.rating].reduce<FarmRating>(
    (best, one) => (one ? byRating(best, one) : best),
    farm,
  );
  return now.ratingVersion === ratingVersion ? now : { ...now, rating, ratingVersion };
}

/** What everybody may see of a farm. */
export function storefrontOf(farm: OwnFarmDto): FarmDto {
  const { ownerId: _, appliedAt: __, decisionReason: ___, ...storefront } = farm;
  return storefront;
}
