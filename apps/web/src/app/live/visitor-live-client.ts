import '../../features/catalogue/catalogue.live';
import '../../features/farms/farms.live';
import {
  type DomainEvent,
  parseVisitorEvent,
  type VisitorEvent,
  type VisitorEventName,
} from '#libs/contracts';
import { farms } from '../../entities/farms';
import { products, putStockChange } from '../../entities/products';
import { putRemovedReview, putReview } from '../../features/reviews/reviews.live';
import type { Put } from '../../realtime/entity';
import { RealtimeClient, type RealtimeOptions } from '../../realtime/realtime-client';

type VisitorTable = {
  readonly [Name in VisitorEventName]: (event: VisitorEvent<Name>) => readonly Put[];
};

/** For events without store updates. */
export const nothing = () => [];

/** The store updates of the events that visitors receive; a part of the event table. */
export const visitorTable: VisitorTable = {
  'farm.changed': ({ payload: { farm, wasApproved } }) => [
    farms.put(farm._id, wasApproved ? { farm } : { farm, openedAt: farm.version }),
  ],
  'farm.rating-changed': ({ payload: { farmId, rating }, version: ratingVersion }) => [
    farms.put(farmId, { rating: { rating, ratingVersion } }),
  ],
  'calendar.changed': nothing,
  'slot.changed': nothing,
  'product.stock-changed': ({ payload, version }) => [putStockChange(payload.change, version)],
  'product.rating-changed': ({ payload, version }) => [putStockChange(payload.change, version)],
  'product.changed': ({ payload: { product: details } }) => [
    products.put(details._id, { details }),
  ],
  'product.published': ({ payload: { product: published } }) => [
    products.put(published._id, { published }),
  ],
  'review.posted': ({ payload }) => [putReview(payload.review)],
  'review.changed': ({ payload }) => [putReview(payload.review)],
  'review.removed': ({ payload, version }) => [putRemovedReview(payload.reviewId, version)],
};

/** Creates a visitor's live client: a third of the members' in size, because it knows only public events. */
export function createVisitorLiveClient(options: Omit<RealtimeOptions, 'table'>): RealtimeClient {
  return new RealtimeClient({
    ...options,
    table: {
      parseEvent: parseVisitorEvent,
      parseDepths: () => null,
      event: putsOf,
      effect: () => null,
      depths: () => [],
    },
  });
}

function putsOf(event: DomainEvent): readonly Put[] {
  // the table pairs name and payload, but TypeScript loses that in an indexed access
  const puts = visitorTable[event.name as keyof typeof visitorTable] as
    | ((event: DomainEvent) => readonly Put[])
    | undefined;
  return puts?.(event) ?? [];
}
