import type { OwnFarmDto } from '#libs/contracts';
import { ownFarmText } from './own-farm-texts';

export type FarmState = keyof typeof ownFarmText.states;

/** Where a farm stands on its way to the market; a farm that waits without having asked is a draft. */
export function stateOf({ status, appliedAt }: OwnFarmDto): FarmState {
  return status === 'pending' && appliedAt === null ? 'draft' : status;
}

export type Missing = keyof typeof ownFarmText.missing;

/** What selling needs and the farm has not got; the server checks the same and has the last word. */
export function missingIn(farm: OwnFarmDto): Missing[] {
  const { name, city, state, fulfilment, pickupPlace } = farm;
  const there: Record<Missing, boolean> = {
    name: name !== '',
    city: city !== '',
    state: state !== '',
    fulfilment: fulfilment.length > 0,
    pickupPlace: Boolean(pickupPlace) || !fulfilment.includes('pickup'),
  };
  return (Object.keys(there) as Missing[]).filter((field) => !there[field]);
}
