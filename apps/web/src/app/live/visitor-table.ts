import type { VisitorEvent, VisitorEventName } from '#libs/contracts';
import { calendars, putSlot } from '../../entities/calendars';
import { farms } from '../../entities/farms';
import { products, putStockChange } from '../../entities/products';
import { putRemovedReview, putReview } from '../../features/reviews/reviews.live';
import type { Put } from '../../realtime/entity';

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
  'calendar.changed': ({ payload: { calendar } }) => [calendars.put(calendar.farmId, { calendar })],
  'slot.changed': ({ payload: { slot } }) => [putSlot(slot)],
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
