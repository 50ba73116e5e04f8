import { Injectable } from '@nestjs/common';
import type { Fulfilment, HeldSlot, Id, PartSlot } from '#libs/contracts';
import type { Farm } from '#libs/farms';
import { PlacesService } from '#libs/fulfilment';
import { type ClientSession, DomainError, type EventDraft } from '#libs/platform';

/** How a customer gets the goods of a farm; the next slot if none is chosen. */
export interface PlaceChoice {
  readonly farm: Farm;
  readonly method: Fulfilment;
  readonly slotId?: Id | undefined;
}

/** A place that was taken; null if the farm tells the customer the day. */
export interface TakenPlace {
  readonly slot: PartSlot | null;
  /** Where a pickup is, if the slot says so. */
  readonly place: string | null;
}

/** The keys of the slots that a request names: in this process, their orders and holds run one at a time. */
export const slotKeys = (chosen: Readonly<Record<Id, { slotId?: Id | undefined }>> = {}) =>
  Object.values(chosen).flatMap(({ slotId }) => (slotId ? [`slot:${slotId}`] : []));

/** Throws `VALIDATION_FAILED` for a slot of a farm that sells none of the goods. */
export function requireGoods(
  chosen: Readonly<Record<Id, { slotId?: Id | undefined }>> = {},
  farms: readonly Farm[],
): void {
  const known = new Set(farms.map(({ _id }) => _id.toString()));
  const errors = Object.entries(chosen).flatMap(([farmId, { slotId }]) =>
    slotId && !known.has(farmId)
      ? [{ path: `farms.${farmId}.slotId`, message: 'there are no goods of this farm' }]
      : [],
  );
  if (errors.length > 0) throw new DomainError('VALIDATION_FAILED', undefined, { errors });
}

/** The places of an order or a hold, one per farm. */
@Injectable()
export class OrderPlaces {
  constructor(private readonly places: PlacesService) {}

  /** Inside a transaction, before its other work: throws what {@link take} would throw for chosen slots that are full. */
  async check(
    session: ClientSession,
    choices: readonly PlaceChoice[],
    postalCode: string,
  ): Promise<void> {
    const now = Date.now();
    for (const { slotId, ...choice } of choices)
      if (slotId) await this.places.check(session, { ...choice, slotId, postalCode, now });
  }

  /**
   * Inside a transaction: takes a place for each choice, and ends a hold's places, `held`: each is taken over by its
   * farm's choice or freed. Throws what {@link PlacesService.take} throws.
   */
  async take(
    session: ClientSession,
    choices: readonly PlaceChoice[],
    held: readonly HeldSlot[],
    postalCode: string | null,
  ): Promise<{ taken: ReadonlyMap<Id, TakenPlace>; events: EventDraft[] }> {
    const now = Date.now();
    const taken = new Map<Id, TakenPlace>();
    const events: EventDraft[] = [];
    for (const choice of choices) {
      const farmId = choice.farm._id.toString();
      const heldSlotId = held.find((one) => one.farmId === farmId)?.slot._id;
      const place = await this.places.take(session, { ...choice, heldSlotId, postalCode, now });
      taken.set(farmId, place);
      events.push(...place.events);
    }
    const left = held.filter(({ farmId }) => !taken.has(farmId));
    return { taken, events: [...events, ...(await this.free(session, left))] };
  }

  /** Inside a transaction: gives these places back. */
  async free(
    session: ClientSession,
    held: readonly { readonly slot: PartSlot }[],
  ): Promise<EventDraft[]> {
    const events: EventDraft[] = [];
    for (const { slot } of held) events.push(...(await this.places.free(session, slot._id)));
    return events;
  }
}
