import type { FarmDto, OwnFarmDto } from '#libs/contracts';

/** What everybody may see of it. */
export function storefrontOf(farm: OwnFarmDto): FarmDto {
  const { ownerId: _, appliedAt: __, decisionReason: ___, ...storefront } = farm;
  return storefront;
}

/** Whether the admins have it in a list: one that waits has asked to sell. */
export function hasApplied(farm: OwnFarmDto): boolean {
  return farm.status !== 'pending' || farm.appliedAt !== null;
}
