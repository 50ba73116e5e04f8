import type { OwnFarmDto } from '#libs/contracts';
import { ownFarmText } from './texts';

export type FarmState = keyof typeof ownFarmText.states;

/** The state of a farm's application; a pending farm that has not applied is a draft. */
export function stateOf({ status, appliedAt }: OwnFarmDto): FarmState {
  return status === 'pending' && appliedAt === null ? 'draft' : status;
}

export type MissingField = keyof typeof ownFarmText.missing;

/** The required fields that the farm lacks; the server validates the same. */
export function missingFields(farm: OwnFarmDto): MissingField[] {
  const { name, city, state, fulfilment, pickupPlace } = farm;
  const isPresent: Record<MissingField, boolean> = {
    name: name !== '',
    city: city !== '',
    state: state !== '',
    fulfilment: fulfilment.length > 0,
    pickupPlace: Boolean(pickupPlace) || !fulfilment.includes('pickup'),
  };
  return (Object.keys(isPresent) as MissingField[]).filter((field) => !isPresent[field]);
}
