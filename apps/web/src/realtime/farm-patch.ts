import type { FarmDto, OwnFarmDto } from '#libs/contracts';
import type { Facts } from './facts';

/** A storefront as it is now. */
export function currentFarm(farm: FarmDto, facts: Facts): FarmDto {
  const known = facts.farms.get(farm._id);
  return known && known.version > farm.version ? { ...farm, ...known } : farm;
}

/**
 * A farm as its owner and the admins see it. An edit tells of the storefront only; an application and a
 * decision tell of both, under one version. So a storefront whose status differs waits for the word on the
 * application, which brings the reason along.
 */
export function currentOwnFarm(farm: OwnFarmDto, facts: Facts): OwnFarmDto {
  const told = facts.applications.get(farm._id);
  const edited = facts.farms.get(farm._id);
  let now = farm;
  if (told && told.version >= now.version && !sameDecision(told, now)) now = told;
  else if (told && now.appliedAt === null) now = { ...now, appliedAt: told.appliedAt };
  if (!edited || edited.version <= now.version || edited.status !== now.status) return now;
  return { ...now, ...edited };
}

/** The applications that events have told of, without those that something newer has overtaken. */
export function* knownApplications(facts: Facts): Iterable<OwnFarmDto> {
  for (const told of facts.applications.values()) {
    const now = currentOwnFarm(told, facts);
    const newest = facts.farms.get(told._id);
    if (!newest || newest.version <= now.version) yield now;
  }
}

/** What everybody may see of it. */
export function storefrontOf(farm: OwnFarmDto): FarmDto {
  const { ownerId: _, appliedAt: __, decisionReason: ___, ...storefront } = farm;
  return storefront;
}

function sameDecision(one: OwnFarmDto, other: OwnFarmDto): boolean {
  return (
    one.version === other.version &&
    one.appliedAt === other.appliedAt &&
    one.decisionReason === other.decisionReason
  );
}
